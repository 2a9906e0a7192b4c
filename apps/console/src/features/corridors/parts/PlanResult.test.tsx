import type { SetJunction } from '@greenwave/coordination/fromSettings'
import { finish } from '@greenwave/coordination/plan'
import { proposalSteps } from '@greenwave/coordination/proposal'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testId } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../../test/stubPlatform.ts'
import { PlanResult } from './PlanResult.tsx'

const junction = (name: string, greens: readonly [number, number]): SetJunction => ({
  ...{ name, offset: 0, positionM: 0, speedKmh: { outbound: 40, inbound: 40 }, canOffset: true },
  phases: { outbound: 1, inbound: 1 },
  clearance: { yellow: 3, redClearance: 2 },
  program: {
    ...{ number: 1, sharedPeriod: 0 },
    phases: [
      { green: greens[0], start: 0 },
      { green: greens[1], start: greens[0] + 5 },
      { green: 0, start: 0 },
    ],
  },
})

const CORRIDOR = {
  junctions: [1, 2].map((nth) => ({
    device: testId(nth),
    distance: nth === 1 ? null : 400,
    speed: { outbound: 40, inbound: 40 },
    phase: { outbound: 1, inbound: 1 } as const,
  })),
}

it.each([
  [1, 'Ngã tư 2'],
  [3, 'Ngã tư 2, Ngã tư 3, Ngã tư 4'],
  [5, 'Ngã tư 2, Ngã tư 3, Ngã tư 4 and 2 more'],
])('where no cycle fits, it names up to three junctions that exclude each: of %i', async (count, names) => {
  signInForTest()
  stubPlatform({ 'POST /api/entitiesQuery/find': { data: [], totalPages: 0, totalElements: 0, hasNext: false } })
  const junctions = [
    junction('Ngã tư 1', [40, 40]),
    ...Array.from({ length: count }, (_, nth) => junction(`Ngã tư ${nth + 2}`, [20, 15])),
  ]
  const proposal = finish(proposalSteps({ junctions, objective: 'equal', cycles: [91, 9] }))
  renderPart(
    <PlanResult
      corridor={CORRIDOR}
      others={new Map()}
      facts={[]}
      before={junctions}
      proposal={proposal}
      renderFindings={() => null}
      renderSend={() => null}
    />,
  )
  expect(await screen.findByText(`91 s does not fit ${names}.`)).toBeVisible()
  expect(screen.getByText('9 s does not fit any junction.')).toBeVisible()
})
