import { settingsWith } from '@greenwave/controller/testing/settings'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { testId } from '../../../test/records.ts'
import { renderPart } from '../../../test/renderParts.tsx'
import { corridorState, type JunctionFacts } from '../model/corridorFacts.ts'
import { Planner } from './Planner.tsx'

const CORRIDOR = {
  junctions: [1, 2, 3].map((nth) => ({
    device: testId(nth),
    distance: nth === 1 ? null : 400,
    speed: { outbound: 40, inbound: 40 },
    phase: { outbound: 1, inbound: 1 } as const,
  })),
}

/** A junction for which no plan was ever set. */
const facts: JunctionFacts = {
  ...{ running: settingsWith({ planTotal: 0 }), modeIsKnown: true, inEffect: null, driftSeconds: null },
  ...{ online: false, canOffset: false, hasReported: false },
}

it('names the junctions that prevent planning, of which no program is known', async () => {
  const all = [facts, { ...facts, modeIsKnown: false }, facts]
  const nameOf = (id: string) => new Map([1, 2].map((nth) => [testId(nth), `Ngã tư ${nth}`])).get(id)
  renderPart(
    <Planner
      {...{ corridor: CORRIDOR, nameOf, facts: all, others: new Map(), starts: [], kinds: [] }}
      state={corridorState({ content: CORRIDOR, nameOf, facts: all, at: 0, tried: new Map() })}
      choices={{
        ...{ at: 0, aim: 'equal', outboundWeight: '2', inboundWeight: '1', cycles: 'keep', ownCycles: '' },
        ...{ kind: '', splits: 'keep', flows: {} },
      }}
      onChoices={() => {}}
      renderFindings={() => null}
      renderSend={() => null}
    />,
  )
  const prevented = within(await screen.findByRole('list', { name: 'Reasons why no plan is possible' }))
  expect(prevented.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())).toEqual([
    'Ngã tư 1 flashes yellow.',
    'The settings of Ngã tư 2 are not known.',
    'One junction was deleted, or you may not see it.',
  ])
})
