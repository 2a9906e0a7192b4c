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
  test('in step with the platform has no drift', () => {
    expect(parseClockView(telemetry(NOON, NOON_MS + 400))).toMatchObject({ driftSeconds: 0, level: 'ok' })
  })

  test.each([
    [2, 'ok'],
    [3, 'warning'],
    [-5, 'warning'],
    [6, 'alarm'],
    [-30, 'alarm'],
  ])('%i s off is %s', (seconds, level) => {
    const view = parseClockView(telemetry(localTimeAt(NOON_MS + seconds * 1000), NOON_MS + 500))
    expect(view).toMatchObject({ driftSeconds: seconds, level })
  })

  test('whose fields came with different times claims no drift', () => {
    const apart = { ...telemetry(NOON, NOON_MS), Second: { ts: NOON_MS + 40, value: '0' } }
    expect(parseClockView(apart)).toMatchObject({ time: NOON, driftSeconds: null, level: 'unknown' })
  })

  test('that is missing a field, or shows a date that does not exist, is none', () => {
    const { Year: _, ...rest } = telemetry(NOON, NOON_MS)
    expect(parseClockView(rest)).toBeNull()
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
