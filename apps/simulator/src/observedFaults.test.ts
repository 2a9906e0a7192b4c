/** What the observer says of virtual controllers with faults, and how soon. */
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import { episodesOf, type Input, play } from '@greenwave/observer/testing/history'
import { SCENE_SETTINGS } from '@greenwave/observer/testing/scene'
import { expect, test } from 'vitest'
import { FAULT_NAMES, type FaultName } from '@greenwave/controller/virtual/faults'
import { ObservedController } from './testing/observedController.ts'

/** 08:00 in the controllers' zone. Unix time. */
const EIGHT = Date.UTC(2026, 10, 22, 1) / 1000
const CYCLE = 80
/** The promise: that soon after its time an incident is raised or cleared, seconds. */
const WITHIN = 5

/** What a fault raises, and the seconds after its beginning and its end at which the condition's time is over. */
interface Expected {
  readonly code: (typeof INCIDENT_CODES)[number]
  readonly raised: number
  readonly cleared: number
  /** How long the fault lasts; default 60 s. */
  readonly lasts?: number
  readonly fault?: string
}

/** Where a fault needs a yellow or a whole cycle to show, it is waited for. */
const RAISES: Readonly<Partial<Record<FaultName, Expected>>> = {
  'two-greens': { code: 'conflict', raised: 2, cleared: 10 },
  'two-lamps': { code: 'lamps', raised: 2, cleared: 10 },
  'dark-phase': { code: 'dark', raised: 3, cleared: 10 },
  'dark-junction': { code: 'dark', raised: 3, cleared: 10 },
  'all-red': { code: 'all-red', raised: 12, cleared: 10 },
  frozen: { code: 'frozen', raised: 4, cleared: 5 },
  silent: { code: 'silent', raised: 10, cleared: 5 },
  offline: { code: 'offline', raised: 30, cleared: 5 },
  'dead-connection': { code: 'offline', raised: 30, cleared: 5 },
  'clock-jump': { code: 'clock', raised: 10, cleared: 10 },
  'clock-off': { code: 'clock', raised: 10, cleared: 10 },
  'clock-drift': { code: 'clock', raised: 70, cleared: 10, lasts: 120, fault: 'clock-drift:6' },
  'short-yellow': { code: 'short-yellow', raised: CYCLE, cleared: 3 * CYCLE, lasts: 100 },
  'short-clearance': { code: 'short-clearance', raised: CYCLE, cleared: 3 * CYCLE, lasts: 100 },
  'countdown-jump': { code: 'countdown-jump', raised: 20, cleared: 10 * CYCLE },
  // The running cycle ends first (R11), before and after.
  'off-plan': { code: 'off-plan', raised: CYCLE + 2 * (CYCLE + 15), cleared: CYCLE + 15 + 3 * CYCLE, lasts: 400 },
  'ignore-settings': { code: 'not-taken', raised: 70, cleared: 2, lasts: 100 },
  'refuse-settings': { code: 'not-taken', raised: 62, cleared: 2, lasts: 100 },
  'wrong-settings': { code: 'not-taken', raised: 62, cleared: 2, lasts: 100 },
}

/** Faults that are no fault of the street or the connection, and raise nothing in a minute. */
const RAISES_NOTHING: readonly FaultName[] = [
  'flapping',
  'missing-key',
  'text-value',
  'no-report',
  'late-samples',
  'repeated-samples',
  'lost-samples',
]

function observe(act: (controller: ObservedController) => void) {
  const history: Input[] = []
  act(new ObservedController(SCENE_SETTINGS, EIGHT, (input) => history.push(input)))
  return episodesOf(play(history).changes)
}

test('every fault is told to raise an incident, or to raise none', () => {
  expect([...Object.keys(RAISES), ...RAISES_NOTHING].sort()).toEqual([...FAULT_NAMES].sort())
})

test('every incident has a fault that raises it, but those of a forgotten mode and of the calendar, whose cause is no controller', () => {
  const codes = new Set(Object.values(RAISES).map(({ code }) => code))
  expect(INCIDENT_CODES.filter((code) => !codes.has(code)).sort()).toEqual(['calendar', 'hold'])
})

test.each(Object.entries(RAISES))('%s is raised within 5 s of its time, and cleared within 5 s', (name, expected) => {
  const { code, raised, cleared, lasts = 60, fault = name } = expected
  const begins = EIGHT + 300
  const isOfSettings = fault.endsWith('-settings')
  const isOfClock = ['clock-jump', 'clock-drift'].includes(name)
  const episodes = observe((controller) => {
    controller.run(300)
    controller.setFaults(fault)
    if (isOfSettings) controller.push({ Vang: 4 })
    controller.run(lasts)
    // The clock is set back, or the setting sent anew, when the fault is over.
    controller.setFaults()
    if (isOfClock) controller.push(timeAt(begins + lasts))
    if (isOfSettings) controller.push({ Vang: 4 })
    controller.run(1200)
  })
  const found = episodes.filter((episode) => episode.code === code)
  expect(found).toHaveLength(1)
  const [{ raisedMs, clearedMs } = { raisedMs: 0, clearedMs: 0 }] = found
  expect(raisedMs / 1000).toBeGreaterThan(begins)
  expect(raisedMs / 1000 - begins).toBeLessThanOrEqual(raised + WITHIN)
  expect((clearedMs ?? Number.NaN) / 1000 - begins - lasts).toBeLessThanOrEqual(cleared + WITHIN)
})

test.each(RAISES_NOTHING)('%s raises nothing', (name) => {
  const episodes = observe((controller) => {
    controller.run(300)
    controller.setFaults(name === 'flapping' ? 'flapping:30/4' : name)
    controller.run(300)
    controller.setFaults()
    controller.run(300)
  })
  expect(episodes).toEqual([])
})

test('a controller whose telemetry lacks a value is evaluated by the others', () => {
  const episodes = observe((controller) => {
    controller.run(300)
    controller.setFaults('missing-key:T_V3', 'two-greens:1,2')
    controller.run(60)
  })
  expect(episodes.map(({ code }) => code)).toEqual(['conflict'])
})

function timeAt(second: number): Record<string, number> {
  const local = new Date((second + 7 * 3600) * 1000)
  return {
    Year: local.getUTCFullYear(),
    Month: local.getUTCMonth() + 1,
    Day: local.getUTCDate(),
    Hour: local.getUTCHours(),
    Minute: local.getUTCMinutes(),
    Second: local.getUTCSeconds(),
  }
}
