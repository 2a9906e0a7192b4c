import { parseDaySums, writeDaySums } from '@greenwave/contract/records/daySums'
import { describe, expect, test } from 'vitest'
import { countDay, countedCycles } from './countDay.ts'
import { addSums } from './sums.ts'
import { compareRecounts } from './testing/recounts.ts'
import { EIGHT, playStreet, type Stretch } from './testing/street.ts'
import { injectedErrors } from './testing/stretches.ts'

describe('the sums of a day', () => {
  test('are what a naive recount of the same records gives, with gaps, lost samples, faults, modes and clock steps', () => {
    expect(() => compareRecounts(10)).not.toThrow()
  })

  test('show an error of 1 s in position or of 2 s in a green within 10 cycles, and none that nobody put in', () => {
    for (const seed of [11, 22]) expect(injectedErrors(seed)).toEqual([])
  })

  test('come back from their telemetry value, as JSON and as text', () => {
    const sums = countDay(playStreet([{ seconds: 1000 }, { seconds: 900, darkPhase: 1 }]))
    const value = writeDaySums(sums)
    expect(parseDaySums(sums.dayMs, value)).toEqual(sums)
    expect(parseDaySums(sums.dayMs, JSON.stringify(value))).toEqual(sums)
    const fromMs = EIGHT + 7000
    expect(parseDaySums(sums.dayMs, writeDaySums({ ...sums, fromMs }))).toEqual({ ...sums, fromMs })
    expect(parseDaySums(sums.dayMs, { ...value, v: 3 })).toBeUndefined()
    expect(JSON.stringify(value).length).toBeLessThan(700)
  })
})

describe('what is counted', () => {
  const healthy = (stretches: readonly Stretch[], startMs = EIGHT) => countDay(playStreet(stretches, startMs))

  test('the change of plan that the schedule has is on time', () => {
    expect(healthy([{ seconds: 3000 }]).planChanges).toEqual({ onTime: 1, late: 0, unknown: 0, lateSeconds: 0 })
  })

  test('an actuated cycle may be as long as its greens before a new plan begins, and where they are unknown, so is that', () => {
    // Three greens of 60 s: the cycle that runs at 08:20 ends 165 s later, that of the program would after 80 s at most.
    const limits = { smallest: 60, largest: 60 }
    const records = playStreet([{ seconds: 3000 }], EIGHT, undefined, limits)
    const [begun] = records.events.filter((event) => event.kind === 'plan' && event.plan === 2)
    expect(begun?.at).toBeGreaterThan(EIGHT + 1_300_000)
    expect(countDay(records).planChanges).toEqual({ onTime: 1, late: 0, unknown: 0, lateSeconds: 0 })
    const unknown = records.windows.map((window) => ({ ...window, limits: null }))
    expect(countDay({ ...records, windows: unknown }).planChanges).toEqual({
      ...{ onTime: 0, late: 0, unknown: 1, lateSeconds: 0 },
    })
    // Beyond its largest greens it is late.
    const short = { smallest: 10, largest: 20 }
    const windows = records.windows.map((window) => ({ ...window, limits: [short, short, short] as const }))
    expect(countDay({ ...records, windows }).planChanges).toMatchObject({ onTime: 0, late: 1 })
  })

  test('a change of plan while nobody saw the lamps is unknown', () => {
    const records = playStreet([{ seconds: 1000 }, { seconds: 2600, gap: 2600 }])
    // What the controller reports of itself is missed, too.
    const { planChanges } = countDay({ ...records, events: records.events.filter(({ at }) => at < EIGHT + 1_000_000) })
    expect(planChanges).toEqual({ onTime: 0, late: 0, unknown: 1, lateSeconds: 0 })
  })

  test('a controller whose plan changes ten minutes late', () => {
    const records = playStreet([{ seconds: 3600 }])
    const lateMs = EIGHT + 30 * 60_000
    const events = records.events.map((event) =>
      event.kind === 'plan' && event.plan === 2 ? { ...event, at: lateMs } : event,
    )
    const windows = records.windows.map((window) => ({
      ...window,
      cycles: window.cycles.map((cycle) => (cycle.startMs < lateMs ? { ...cycle, plan: 1 as const } : cycle)),
    }))
    const { planChanges } = countDay({ ...records, events, windows })
    expect(planChanges).toEqual({ onTime: 0, late: 1, unknown: 0, lateSeconds: 600 })
  })

  test('a dark phase is seen, is not believable, and is an incident with its length', () => {
    const { missing, expected, believable, incidents } = healthy([
      { seconds: 1000 },
      { seconds: 300, darkPhase: 1 },
      { seconds: 1400 },
    ])
    // From midnight to 8 nobody recorded.
    expect(missing).toBe(8 * 3600)
    expect(expected - missing - believable).toBe(300)
    const [dark] = incidents
    expect(dark).toMatchObject({ code: 'dark', raised: 1, cleared: 1, acknowledged: 1 })
    expect(dark?.clearSeconds).toBeGreaterThanOrEqual(300)
    expect(dark?.clearSeconds).toBeLessThan(320)
  })

  test('flashing and holds are times in their modes, and begin no cycles', () => {
    const sums = healthy([{ seconds: 900 }, { seconds: 900, mode: 0 }, { seconds: 900, mode: 1 }])
    const [flashing, first, second, automatic] = sums.modes
    expect([flashing > 800, first > 700, second, automatic > 850]).toEqual([true, true, 0, true])
    expect(flashing + first + automatic).toBe(sums.expected - sums.missing)
  })

  test('the newest cycle runs on, and is neither evaluated nor reported to be disturbed', () => {
    const cycles = countedCycles(playStreet([{ seconds: 1800 }]))
    expect(cycles.at(-1)).toMatchObject({ isRunning: true, deviations: null })
    expect(cycles.slice(0, -1).some(({ isRunning }) => isRunning)).toBe(false)
    const gone = countedCycles(playStreet([{ seconds: 1000 }, { seconds: 860, gap: 800 }]))
    expect(gone.find(({ cycle }) => cycle.missing > 0)).toMatchObject({ isRunning: false })
  })

  test('a cycle whose settings nobody knows is counted and not judged', () => {
    const records = playStreet([{ seconds: 2000 }])
    const sums = countDay({ ...records, settings: [] })
    expect(sums.cycles).toBe(countDay(records).cycles)
    expect(sums.programs).toEqual([])
  })
})

test('sums add up in any order', () => {
  const days = [0, 1, 2].map((phase) => countDay(playStreet([{ seconds: 950 }, { seconds: 850, darkPhase: phase }])))
  const [a, b, c] = days
  if (!a || !b || !c) throw new Error('three days')
  expect(addSums(addSums(a, b), c)).toEqual(addSums(c, addSums(b, a)))
})
