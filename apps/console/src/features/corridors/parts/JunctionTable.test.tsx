import { planFrom, settingsWith } from '@greenwave/controller/testing/settings'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testId } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { signInForTest, stubPlatform } from '../../../test/stubPlatform.ts'
import { corridorState, type JunctionFacts } from '../model/corridorFacts.ts'
import { JunctionTable } from './JunctionTable.tsx'

const corridor = {
  junctions: [1, 2].map((nth) => ({
    device: testId(nth),
    distance: nth === 1 ? null : 400,
    speed: { outbound: 40, inbound: 40 },
    phase: { outbound: 1, inbound: 1 } as const,
  })),
}
const silent: JunctionFacts = {
  running: settingsWith({ plans: [planFrom(1, '00:00', 1)] }),
  ...{ modeIsKnown: true, inEffect: null, driftSeconds: null, online: false, canOffset: false, hasReported: false },
}

it('says that a controller knows no offsets only if it has reported something', async () => {
  signInForTest()
  stubPlatform({ 'POST /api/entitiesQuery/find': { data: [], totalPages: 0, totalElements: 0, hasNext: false } })
  const facts = [silent, { ...silent, hasReported: true }]
  const { set } = corridorState({ content: corridor, nameOf: (id) => id, facts, at: 0, tried: new Map() })
  renderPart(<JunctionTable corridor={corridor} junctions={new Map()} set={set} facts={facts} />)
  const [, ...rows] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
    'Nothing reported yet',
    'Knows none',
  ])
})
