import type { Corridor } from '@greenwave/contract/records/corridors'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { EXAMPLE_SCHEDULE, planFrom, programFrom, settingsWith } from '@greenwave/controller/testing/settings'
import { describe, expect, it } from 'vitest'
import { testId } from '../../../test/records.ts'
import { type CorridorParts, corridorState, type JunctionFacts, nextChangeMs, planStarts } from './corridorFacts.ts'

const content = (count: number): Corridor => ({
  junctions: Array.from({ length: count }, (_, index) => ({
    device: testId(index),
    distance: index === 0 ? null : 400,
    speed: index === 0 ? { outbound: null, inbound: null } : { outbound: 36, inbound: 36 },
    phase: { outbound: 1, inbound: 1 },
  })),
})
/** A junction with a cycle of 80 s, of which phase 1 has 30. */
const facts = (changes: Partial<JunctionFacts> = {}, offset = 0): JunctionFacts => ({
  running: offsetRow.at({ program: 1 }).put(settingsWith({ plans: [planFrom(1, '00:00', 1)] }), offset),
  modeIsKnown: true,
  inEffect: { mode: 4, kind: 'program', plan: 1, program: 1, source: 'reported' },
  driftSeconds: 0,
  online: true,
  canOffset: true,
  hasReported: true,
  ...changes,
})
const stateOf = (all: readonly JunctionFacts[], parts: Partial<CorridorParts> = {}) =>
  corridorState({
    content: content(all.length),
    nameOf: (id) => id,
    facts: all,
    at: 'now',
    tried: new Map(),
    ...parts,
  })
const widths = (all: readonly JunctionFacts[], parts: Partial<CorridorParts> = {}) => {
  const { outbound, inbound } = stateOf(all, parts).wave?.bands.byDirection ?? {}
  return [outbound?.arc?.widthMs ?? 0, inbound?.arc?.widthMs ?? 0]
}
const codes = (all: readonly JunctionFacts[], parts: Partial<CorridorParts> = {}) =>
  stateOf(all, parts).obstacles.map(({ code }) => code)

describe('a corridor as its controllers make it', () => {
  it('has the bands of what is set: 40 s of travel at a cycle of 80 s', () => {
    expect(widths([facts(), facts({}, 40)])).toEqual([30_000, 30_000])
    expect(widths([facts(), facts({}, 50)])).toEqual([20_000, 20_000])
    expect(stateOf([facts(), facts({}, 50)])).toMatchObject({ obstacles: [], midnight: null, wave: { cycle: 80 } })
  })

  it('changes with offsets that are tried, and not with those of a controller that knows none', () => {
    expect(widths([facts(), facts()], { tried: new Map([[testId(1), 45]]) })).toEqual([25_000, 25_000])
    expect(widths([facts(), facts({ canOffset: false }, 40)])).toEqual([0, 0])
  })

  it('has the band that the clocks make, and says which one is wrong and what it would be', () => {
    const state = stateOf([facts(), facts({ driftSeconds: 12 }, 40), facts({ driftSeconds: 2 })])
    expect(state.obstacles).toEqual([{ code: 'clock', junction: 1, seconds: 12 }])
    expect(state.wave?.bands.byDirection.outbound?.arc?.widthMs).toBe(18_000)
    expect(state.wave?.promised.byDirection.outbound?.arc?.widthMs).toBe(30_000)
    // By its plans of the day a clock is right.
    expect(codes([facts(), facts({ driftSeconds: 12 }, 40)], { at: 3600 })).toEqual([])
  })

  it.each<[string, Partial<JunctionFacts>]>([
    ['unknownSettings', { running: null }],
    ['held', { inEffect: { mode: 1, kind: 'hold', plan: null, program: null, source: 'reported' } }],
    ['flashing', { inEffect: { mode: 0, kind: 'flashing', plan: null, program: null, source: 'reported' } }],
    ['cycleDiffers', { running: settingsWith({ programs: [programFrom(1, [30, 20, 10], [0, 35, 60])] }) }],
    ['actuated', { isActuated: true }],
    ['unserved', { running: settingsWith({ programs: [programFrom(1, [0, 20, 15], [0, 35, 60])] }) }],
  ])('has no band that is not there: %s', (code, change) => {
    const state = stateOf([facts(), facts(), facts(change)])
    expect(state.wave).toBeNull()
    expect(state.obstacles).toContainEqual(expect.objectContaining({ code, junction: 2 }))
  })

  it('has none where a junction may not be seen, or a way is not known, and one where a controller is gone', () => {
    expect(codes([facts(), facts()], { nameOf: (id) => (id === testId(0) ? undefined : id) })).toEqual(['unseen'])
    const { junctions } = content(3)
    const unknown = { junctions: junctions.map((one, index) => (index === 2 ? { ...one, distance: null } : one)) }
    expect(stateOf([facts(), facts(), facts()], { content: unknown })).toMatchObject({
      wave: null,
      obstacles: [{ code: 'noWay', junction: 2 }],
    })
    const gone = stateOf([facts(), facts({ online: false }, 40)])
    expect([gone.obstacles, gone.wave === null]).toEqual([[{ code: 'offline', junction: 1 }], false])
  })

  it('has one where a display does not show when a green of the corridor begins, and says so of now', () => {
    const hidden = facts({ hides: [1] }, 40)
    expect(stateOf([facts(), hidden])).toMatchObject({
      obstacles: [{ code: 'hidden', junction: 1 }],
      wave: { cycle: 80 },
    })
    expect(codes([facts(), hidden], { at: 3600 })).toEqual([])
    // Phase 2 serves no direction.
    expect(codes([facts(), facts({ hides: [2] }, 40)])).toEqual([])
  })

  it('is looked at by the plans of a time of day, each with its own program', () => {
    const schedule = facts({ running: EXAMPLE_SCHEDULE })
    expect(planStarts([schedule, facts()])).toEqual([0, 19_800, 23_400, 30_600, 57_600, 70_200])
    expect(stateOf([schedule, schedule], { at: 23_400 }).set.map((one) => one?.program.number)).toEqual([2, 2])
    expect(stateOf([schedule, schedule], { at: 0 }).set.map((one) => one?.program.number)).toEqual([1, 1])
  })

  it('does not say what a junction does that has neither a mode nor plans', () => {
    const running = settingsWith({ planTotal: 0 })
    expect(codes([facts(), facts({ running })], { at: 0 })).toEqual(['flashing'])
    expect(codes([facts(), facts({ running, modeIsKnown: false })], { at: 0 })).toEqual(['unknownSettings'])
    // A plan says what is to be, also without a mode.
    expect(codes([facts({ modeIsKnown: false })], { at: 0 })).toEqual([])
  })

  it('says what midnight does to a cycle that does not divide the day (V13)', () => {
    const running = settingsWith({
      plans: [planFrom(1, '00:00', 1)],
      programs: [programFrom(1, [30, 20, 12], [0, 35, 60])],
    })
    expect(stateOf([facts({ running }), facts({ running })]).midnight).toMatchObject({
      cycle: 77,
      shorter: 75,
      longer: 80,
    })
  })
})

it('the next change of plan is the first one of any junction, by the time of day', () => {
  const withPlans = (...plans: readonly string[]) =>
    facts({ running: settingsWith({ plans: plans.map((time, index) => planFrom(index === 0 ? 1 : 2, time, 1)) }) })
  // Noon in Vietnam.
  const noonMs = Date.UTC(2026, 10, 22, 5)
  const minutesLater = (...all: readonly JunctionFacts[]) =>
    ((nextChangeMs(all, noonMs) ?? Number.NaN) - noonMs) / 60_000
  expect(minutesLater(withPlans('06:00', '16:00'), withPlans('06:00', '15:30'))).toBe(210)
  expect(minutesLater(withPlans('06:00', '11:00'))).toBe(18 * 60)
  expect(nextChangeMs([withPlans('06:00'), facts({ running: null })], noonMs)).toBeUndefined()
})
