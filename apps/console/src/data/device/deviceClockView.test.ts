import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt, utcOf } from '@greenwave/controller/deviceClock'
import { describe, expect, test } from 'vitest'
import { deviceTimeAt, parseClockView, secondOfDayNow } from './deviceClockView.ts'

const NOON = { year: 2026, month: 11, day: 21, hour: 12, minute: 0, second: 0 }
const NOON_MS = utcOf(NOON)

function telemetry(time: typeof NOON, ts: number) {
  return Object.fromEntries(
    Object.entries(writeDeviceTime(time)).map(([key, value]) => [key, { ts, value: String(value) }]),
  )
}

describe('the clock of a controller (R16)', () => {
  test('has its drift from the platform, with the level of it', () => {
    const viewOf = (seconds: number) => parseClockView(telemetry(localTimeAt(NOON_MS + seconds * 1000), NOON_MS + 400))
    expect(viewOf(0)).toMatchObject({ driftSeconds: 0, level: 'ok' })
    expect(viewOf(-30)).toMatchObject({ driftSeconds: -30, level: 'alarm' })
  })

  test('whose fields came with different times claims no drift', () => {
    const apart = { ...telemetry(NOON, NOON_MS), Second: { ts: NOON_MS + 40, value: '0' } }
    expect(parseClockView(apart)).toMatchObject({ time: NOON, driftSeconds: null, level: 'unknown' })
  })

  test('that shows a date that does not exist is none', () => {
    expect(parseClockView(telemetry({ ...NOON, month: 2, day: 31 }, NOON_MS))).toBeNull()
  })

  test('goes on between two samples', () => {
    const view = parseClockView(telemetry(NOON, NOON_MS))
    expect(view && deviceTimeAt(view, NOON_MS + 2900)).toEqual({ ...NOON, second: 2 })
    expect(secondOfDayNow(view, NOON_MS + 61_000)).toBe(12 * 3600 + 61)
  })
})

test('without a reported clock the day is the platform’s, in the controllers’ zone', () => {
  expect(secondOfDayNow(null, NOON_MS)).toBe(12 * 3600)
})
