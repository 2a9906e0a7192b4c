import type { Lamps } from '@greenwave/controller/lamps'
import { writeLamps } from '@greenwave/controller/telemetry'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Junction } from '@greenwave/observer/junction'
import { describe, expect, test } from 'vitest'
import { countsAt } from './lampTime.ts'
import { NOTHING_OBSERVED, observeAttributes, observeDisplays, observeTelemetry } from './observedStreet.ts'
import { foldSignals, NO_SAMPLES, type SignalSamples } from './signalSamples.ts'

const RED = { red: 20, yellow: 0, green: 0 }
const LAMPS: Lamps = [{ red: 0, yellow: 0, green: 9 }, RED, RED]

function telemetry(lamps: Lamps, ts: number, more: TimedValues = {}): TimedValues {
  const samples = Object.entries(writeLamps(lamps)).map(([key, value]) => [key, { ts, value: String(value) }])
  return { ...Object.fromEntries(samples), ...more }
}

interface Seen {
  readonly signals: SignalSamples
  readonly observed: Junction
}

const NOTHING_SEEN: Seen = { signals: NO_SAMPLES, observed: NOTHING_OBSERVED }

/** Folds in telemetry as a device does: first the observer, then what is shown. */
function fold({ signals, observed }: Seen, latest: TimedValues, arrivedAtMs = 5000): Seen {
  const next = observeTelemetry(observed, latest)
  return { observed: next, signals: foldSignals(signals, latest, arrivedAtMs, next) }
}

/** Folds in one sample per second. */
function after(seconds: readonly Lamps[], before: Seen = NOTHING_SEEN): Seen {
  return seconds.reduce((seen, lamps, second) => fold(seen, telemetry(lamps, (second + 1) * 1000)), before)
}

describe('the samples of a controller', () => {
  test('are read phase by phase from the nine countdowns [spec 3 telemetry]', () => {
    const read = fold(NOTHING_SEEN, telemetry(LAMPS, 1000), 5000)
    expect(read.signals.phases.map((phase) => phase.condition)).toEqual(['green', 'red', 'red'])
    expect(read.signals.phases[0].lamps).toEqual({ red: 0, yellow: 0, green: 9 })
    expect(read.signals).toMatchObject({ sampleAtMs: 1000, arrivedAtMs: 5000 })
  })

  test('keep their time when a value that is no countdown arrives', () => {
    const first = fold(NOTHING_SEEN, telemetry(LAMPS, 1000), 5000)
    const second = fold(first, { ...first.signals.source, Second: { ts: 4000, value: '4' } }, 8000)
    expect(second.signals).toMatchObject({ sampleAtMs: 1000, arrivedAtMs: 5000 })
  })

  test('keep their time when the same sample arrives again', () => {
    const first = fold(NOTHING_SEEN, telemetry(LAMPS, 1000), 5000)
    expect(fold(first, telemetry(LAMPS, 1000), 7000).signals.arrivedAtMs).toBe(5000)
  })

  test('keep the object of a phase whose lamps are unchanged, so that it does not render again', () => {
    const still: Lamps = [{ red: 0, yellow: 0, green: 8 }, { red: 1, yellow: 0, green: 0 }, RED]
    const first = fold(NOTHING_SEEN, telemetry(still, 1000), 5000)
    const second = fold(first, telemetry([{ red: 0, yellow: 0, green: 7 }, still[1], RED], 2000), 6000)
    expect(second.signals.phases[0]).not.toBe(first.signals.phases[0])
    expect(second.signals.phases[1]).toBe(first.signals.phases[1])
  })

  test('say no data of a lamp whose key is no longer sent (R18)', () => {
    const first = fold(NOTHING_SEEN, telemetry(LAMPS, 1000), 5000)
    const { T_D2: _, ...others } = telemetry(LAMPS, 6000)
    const later = fold(first, { ...first.signals.source, ...others }, 10_000)
    expect(later.signals.phases[1]).toMatchObject({
      condition: 'noData',
      lamps: { red: undefined, yellow: 0, green: 0 },
    })
    expect(later.signals.phases[0].condition).toBe('green')
  })

  test('of a device that sends no countdowns are none', () => {
    const read = fold(NOTHING_SEEN, { temperature: { ts: 1000, value: '31' } }, 5000)
    expect(read.signals).toMatchObject({ sampleAtMs: null, phases: NO_SAMPLES.phases })
  })
})

describe('phases that have the road at the same time', () => {
  const GREEN = { red: 0, yellow: 0, green: 9 }
  const together = (...seconds: readonly Lamps[]) => after(seconds).signals.together

  test('are named once a second sample confirms it', () => {
    expect(together([GREEN, GREEN, RED])).toEqual([])
    expect(together([GREEN, GREEN, RED], [GREEN, GREEN, RED])).toEqual([1, 2])
  })

  test('are named as long as the incident is open: 10 s after the last such sample', () => {
    const settings = { Vang: { ts: 0, value: 3 } }
    const known = { ...NOTHING_SEEN, observed: observeAttributes(NOTHING_OBSERVED, settings, {}, 0) }
    const fine = (seconds: number) => Array.from({ length: seconds }, (): Lamps => [GREEN, RED, RED])
    const meeting = Array.from({ length: 8 }, (): Lamps => [GREEN, GREEN, RED])
    expect(after([...meeting, ...fine(10)], known).signals.together).toEqual([1, 2])
    expect(after([...meeting, ...fine(11)], known).signals.together).toEqual([])
  })
})

describe('what a phase is said to show', () => {
  const GREEN = { red: 0, yellow: 0, green: 7 }
  const DARK = { red: 0, yellow: 0, green: 0 }
  const BOTH = { red: 5, yellow: 0, green: 7 }
  const shown = (...seconds: readonly Lamps[]) => after(seconds).signals.phases[0].condition

  test.each([
    ['red', { red: 12, yellow: 0, green: 0 }],
    ['yellow', { red: 0, yellow: 3, green: 0 }],
    ['green', GREEN],
  ] as const)('the one lamp whose value is above 0 (%s) [spec 2 device]', (colour, lamps) => {
    expect(shown([lamps, RED, RED])).toBe(colour)
  })

  test.each([
    ['dark', DARK],
    ['conflicting', BOTH],
  ])('%s, all three at 0 or two above it, only after two samples in a row', (fault, lamps) => {
    expect(shown([GREEN, RED, RED], [lamps, RED, RED])).toBe('green')
    expect(shown([GREEN, RED, RED], [lamps, RED, RED], [lamps, RED, RED])).toBe(fault)
    expect(shown([lamps, RED, RED], [RED, RED, RED], [lamps, RED, RED])).toBe('red')
  })

  test('keys that arrive in separate messages within one second show no fault', () => {
    const values = (ts: number, pairs: Record<string, number>): TimedValues =>
      Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key, { ts, value: String(value) }]))
    const first = fold(NOTHING_SEEN, telemetry([{ red: 0, yellow: 0, green: 1 }, RED, RED], 1000))
    const half = fold(first, { ...first.signals.source, ...values(2000, { T_X1: 0 }) })
    const whole = fold(half, { ...half.signals.source, ...values(2010, { T_V1: 3 }) })
    expect([half, whole].map(({ signals }) => signals.phases[0].condition)).toEqual(['green', 'yellow'])
    expect(whole.signals.faulty).toBe(false)
  })

  test('a count above 1 that stands in four samples is frozen until it moves; a lamp with nothing to count is not (R13)', () => {
    const frozen = (...seconds: readonly Lamps[]) => after(seconds).signals.phases.map((phase) => phase.frozen)
    const still: Lamps = [GREEN, { red: 1, yellow: 0, green: 0 }, RED]
    expect(frozen(still, still, still, still)).toEqual([true, false, true])
    const moved: Lamps = [{ red: 0, yellow: 0, green: 6 }, still[1], RED]
    expect(frozen(still, still, still, still, moved)).toEqual([false, false, true])
  })
})

describe('the count of a lamp', () => {
  test('is missing when its key fell more than 3 s behind the sample, so that an old value never stands in', () => {
    expect(countsAt({ T_D1: { ts: 1000, value: '7' } }, 4000)[0]).toBe(7)
    expect(countsAt({ T_D1: { ts: 1000, value: '7' } }, 4001)[0]).toBe(-1)
  })

  test('is missing when the value is text or negative, and 0 when it says 0', () => {
    const values = { T_D1: 'red', T_V1: -1, T_D2: '0' }
    const latest = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: 1000, value }]))
    expect(countsAt(latest, 1000).slice(0, 4)).toEqual([-1, -1, -1, 0])
  })
})

describe('displays that do not count every second', () => {
  const HIDDEN = { red: 0, yellow: 0, green: 0 }
  const learned = (style: string) => {
    const texts = { red: style, yellow: style, green: style }
    const value = JSON.stringify({ display: { 1: texts, 2: texts, 3: texts } })
    return { signals: NO_SAMPLES, observed: observeDisplays(NOTHING_OBSERVED, { gw_learned: { ts: 0, value } }) }
  }
  const shown = ({ signals }: Seen) => signals.phases.map(({ condition, isCounting }) => [condition, isCounting])

  test('show a lamp before its last seconds without a count, and nothing of it as a fault', () => {
    const filled: Lamps = [
      { red: 0, yellow: 0, green: 1 },
      { red: 1, yellow: 0, green: 0 },
      { red: 1, yellow: 0, green: 0 },
    ]
    const seen = after([filled, filled, filled, filled, filled, filled], learned('last-8'))
    expect(shown(seen)).toEqual([
      ['green', false],
      ['red', false],
      ['red', false],
    ])
    expect(seen.signals.faulty).toBe(false)
    const last: Lamps = [{ red: 0, yellow: 0, green: 8 }, filled[1], filled[2]]
    expect(shown(fold(seen, telemetry(last, 7000)))[0]).toEqual(['green', true])
  })

  test('say that a phase is not shown, which is neither dark nor red', () => {
    const seen = after(
      [LAMPS, [HIDDEN, HIDDEN, RED], [HIDDEN, HIDDEN, RED], [HIDDEN, HIDDEN, RED]],
      learned('last-8-0'),
    )
    expect(shown(seen).slice(0, 2)).toEqual([
      ['notShown', false],
      ['notShown', false],
    ])
    expect(seen.observed.trackers.dark?.incident ?? null).toBeNull()
  })
})
