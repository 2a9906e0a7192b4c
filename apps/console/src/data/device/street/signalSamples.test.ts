import type { Lamps } from '@greenwave/controller/lamps'
import { writeLamps } from '@greenwave/controller/telemetry'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { describe, expect, test } from 'vitest'
import { conflictingPhases, foldSignals, NO_SAMPLES } from './signalSamples.ts'

const RED = { red: 20, yellow: 0, green: 0 }
const LAMPS: Lamps = [{ red: 0, yellow: 0, green: 9 }, RED, RED]

function telemetry(lamps: Lamps, ts: number, more: TimedValues = {}): TimedValues {
  const samples = Object.entries(writeLamps(lamps)).map(([key, value]) => [key, { ts, value: String(value) }])
  return { ...Object.fromEntries(samples), ...more }
}

describe('the samples of a controller', () => {
  test('are read phase by phase from the nine countdowns [spec 3 telemetry]', () => {
    const read = foldSignals(NO_SAMPLES, telemetry(LAMPS, 1000), 5000)
    expect(read.phases.map((phase) => phase.condition)).toEqual(['green', 'red', 'red'])
    expect(read.phases[0].lamps).toEqual({ red: 0, yellow: 0, green: 9 })
    expect(read).toMatchObject({ sampleAtMs: 1000, arrivedAtMs: 5000 })
  })

  test('keep their time when a value that is no countdown arrives', () => {
    const first = foldSignals(NO_SAMPLES, telemetry(LAMPS, 1000), 5000)
    const second = foldSignals(first, { ...first.source, Second: { ts: 4000, value: '4' } }, 8000)
    expect(second).toMatchObject({ sampleAtMs: 1000, arrivedAtMs: 5000 })
  })

  test('keep their time when the same sample arrives again', () => {
    const first = foldSignals(NO_SAMPLES, telemetry(LAMPS, 1000), 5000)
    expect(foldSignals(first, telemetry(LAMPS, 1000), 7000).arrivedAtMs).toBe(5000)
  })

  test('keep the object of a phase whose lamps are unchanged, so that it does not render again', () => {
    const still: Lamps = [{ red: 0, yellow: 0, green: 8 }, { red: 1, yellow: 0, green: 0 }, RED]
    const first = foldSignals(NO_SAMPLES, telemetry(still, 1000), 5000)
    const second = foldSignals(first, telemetry([{ red: 0, yellow: 0, green: 7 }, still[1], RED], 2000), 6000)
    expect(second.phases[0]).not.toBe(first.phases[0])
    expect(second.phases[1]).toBe(first.phases[1])
  })

  test('say no data of a lamp whose key is no longer sent (R18)', () => {
    const first = foldSignals(NO_SAMPLES, telemetry(LAMPS, 1000), 5000)
    const { T_D2: _, ...others } = telemetry(LAMPS, 6000)
    const later = foldSignals(first, { ...first.source, ...others }, 10_000)
    expect(later.phases[1]).toMatchObject({ condition: 'noData', lamps: { red: undefined, yellow: 0, green: 0 } })
    expect(later.phases[0].condition).toBe('green')
  })

  test('of a device that sends no countdowns are none', () => {
    const read = foldSignals(NO_SAMPLES, { temperature: { ts: 1000, value: '31' } }, 5000)
    expect(read).toMatchObject({ sampleAtMs: null, phases: NO_SAMPLES.phases })
  })
})

describe('phases that have the road at the same time', () => {
  const GREEN = { red: 0, yellow: 0, green: 9 }
  const YELLOW = { red: 0, yellow: 2, green: 0 }

  function after(...seconds: readonly Lamps[]) {
    return conflictingPhases(
      seconds.reduce((before, lamps, second) => foldSignals(before, telemetry(lamps, second * 1000), 5000), NO_SAMPLES),
    )
  }

  test('are named once a second sample confirms it', () => {
    expect(after([GREEN, GREEN, RED])).toEqual([])
    expect(after([GREEN, GREEN, RED], [GREEN, GREEN, RED])).toEqual([1, 2])
  })

  test('are a green and a yellow as well', () => {
    expect(after([YELLOW, RED, GREEN], [YELLOW, RED, GREEN])).toEqual([1, 3])
  })

  test('are not those that flash yellow together (R12), nor one green alone', () => {
    expect(after([YELLOW, YELLOW, YELLOW], [YELLOW, YELLOW, YELLOW])).toEqual([])
    expect(after([GREEN, RED, RED], [GREEN, RED, RED])).toEqual([])
  })

  test('are none unless two samples in a row show it', () => {
    expect(after([GREEN, GREEN, RED], [GREEN, RED, RED], [GREEN, GREEN, RED])).toEqual([])
  })
})
