import { describe, expect, it } from 'vitest'
import { setJunction } from '../../../test/setJunction.ts'
import { type PlannerThread, Planning } from './Planning.ts'
import { cyclesOf, flowsOf, objectiveOf, type PlanChoices, planComplaints } from './planForm.ts'
import { type PlannerMessage, type PlanRequest, plan } from './plannerSteps.ts'

const junction = (positionM: number) => setJunction(`${positionM}`, positionM)
const REQUEST: PlanRequest = {
  ...{ junctions: [junction(0), junction(450)], objective: 'equal', cycles: [90], flows: null },
}

/** Threads that answer when they are told to. */
function threads() {
  const started: (PlannerThread & { ended: boolean; asked: PlanRequest | null })[] = []
  const start = () => {
    const thread = {
      onmessage: null,
      onerror: null,
      ended: false,
      asked: null as PlanRequest | null,
      postMessage(request: PlanRequest) {
        this.asked = request
      },
      terminate() {
        this.ended = true
      },
    } satisfies PlannerThread & { ended: boolean; asked: PlanRequest | null }
    started.push(thread)
    return thread
  }
  const say = (index: number, data: PlannerMessage) =>
    started[index]?.onmessage?.(new MessageEvent('message', { data }))
  return { started, start, say }
}

describe('a planning', () => {
  it('says how far its thread is, and has what it proposes', () => {
    const { started, start, say } = threads()
    const planning = new Planning(start)
    const states: string[] = []
    planning.onChange(() => states.push(planning.state.kind))
    planning.plan(REQUEST)
    say(0, { kind: 'progress', share: 0.5 })
    expect(planning.state).toEqual({ kind: 'planning', share: 0.5 })
    plan(REQUEST, (message) => say(0, message))
    expect(planning.state).toMatchObject({ kind: 'done', request: REQUEST, proposal: { best: 90 } })
    expect([states.at(-1), started[0]?.ended, started[0]?.asked]).toEqual(['done', true, REQUEST])
  })

  it('ends the thread of the plan before, and hears it no more', () => {
    const { started, start, say } = threads()
    const planning = new Planning(start)
    planning.plan(REQUEST)
    planning.plan(REQUEST)
    expect(started.map(({ ended }) => ended)).toEqual([true, false])
    say(0, { kind: 'failed', why: 'late' })
    expect(planning.state.kind).toBe('planning')
    planning.cancel()
    expect([planning.state.kind, started[1]?.ended]).toEqual(['idle', true])
  })

  it('says why there is no plan', () => {
    const { start, say } = threads()
    const planning = new Planning(start)
    planning.plan(REQUEST)
    plan({ ...REQUEST, cycles: [] }, (message) => say(0, message))
    expect(planning.state).toMatchObject({ kind: 'done', proposal: { best: null } })
    planning.plan(REQUEST)
    say(1, { kind: 'failed', why: 'no memory' })
    expect(planning.state).toEqual({ kind: 'failed', why: 'no memory' })
  })
})

describe('what the planner is asked for', () => {
  const choices: PlanChoices = {
    ...{
      at: 0,
      aim: 'equal',
      outboundWeight: '2',
      inboundWeight: '1',
      cycles: 'keep',
      ownCycles: '60, 80 90',
      kind: '',
      splits: 'keep',
      flows: {},
    },
  }

  it('is the objective and the cycles that were chosen', () => {
    expect([objectiveOf(choices), cyclesOf(choices, 85)]).toEqual(['equal', [85]])
    expect(objectiveOf({ ...choices, aim: 'weighted' })).toEqual({ outbound: 2, inbound: 1 })
    expect(cyclesOf({ ...choices, cycles: 'own' }, 85)).toEqual([60, 80, 90])
    const day = cyclesOf({ ...choices, cycles: 'day' }, 85) ?? []
    expect([day[0], day.at(-1), day.length]).toEqual([30, 150, 22])
  })

  it('names what is no weight and no cycle', () => {
    const wrong = { ...choices, aim: 'weighted', outboundWeight: '0', inboundWeight: '0', cycles: 'own' } as const
    for (const ownCycles of ['', '60, x', '0', '301', '60.5'])
      expect(planComplaints({ ...wrong, ownCycles }, 90)).toEqual({ weights: 'weightsWrong', ownCycles: 'cyclesWrong' })
    expect(planComplaints(choices, 90)).toEqual({})
  })

  it('is, where splits follow from flows, a flow for each phase that is served, and names what is none', () => {
    const { junctions } = REQUEST
    const flows = { '0.1': '600', '0.2': '200', '1.1': '450.5', '1.2': ' 150 ', '1.3': '900' }
    const byFlows = { ...choices, splits: 'flows', flows } as const
    expect(flowsOf(byFlows, junctions)).toEqual([
      [600, 200, 0],
      [450.5, 150, 0],
    ])
    expect(planComplaints(byFlows, 90, junctions)).toEqual({})
    for (const wrong of ['', '0', '-1', 'x', '3601']) {
      const bad = { ...byFlows, flows: { ...flows, '1.2': wrong } }
      expect(planComplaints(bad, 90, junctions)).toEqual({ flows: 'flowsWrong' })
    }
    expect(flowsOf(choices, junctions)).toBeNull()
  })

  it('plans with the splits that the flows ask for', () => {
    const said: PlannerMessage[] = []
    plan({ ...REQUEST, flows: REQUEST.junctions.map(() => [300, 100, 0]) }, (message) => said.push(message))
    const done = said.at(-1)
    const [planned] = done?.kind === 'done' ? done.proposal.cycles : []
    expect(planned && 'junctions' in planned && planned.junctions[0]?.program.phases[0].green).toBe(60)
  })
})
