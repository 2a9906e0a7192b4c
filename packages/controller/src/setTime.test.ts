import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeDeviceTime } from './attributes.ts'
import { timeExists } from './deviceClock.ts'
import { CLOCK_KEYS } from './keys.ts'
import { timeToApply } from './setTime.ts'

const TIME = { year: 2026, month: 2, day: 28, hour: 23, minute: 59, second: 58 }

test('(R17) a controller takes the time that is pushed to it', () => {
  expect(timeToApply('push', writeDeviceTime(TIME))).toEqual(TIME)
  expect(timeToApply('push', { ...writeDeviceTime(TIME), Hour: '7', Mode: 4 })).toEqual({ ...TIME, hour: 7 })
})

test('(R17) a controller never takes the time from the attributes it reads at start-up', () => {
  expect(timeToApply('read', writeDeviceTime(TIME))).toBeNull()
})

test.each(CLOCK_KEYS)('(R17) a push without %s sets no time', (key) => {
  const { [key]: _, ...rest } = writeDeviceTime(TIME)
  expect(timeToApply('push', rest)).toBeNull()
})

test('(R17) a time that does not exist is not taken', () => {
  expect(timeToApply('push', { ...writeDeviceTime(TIME), Day: 31 })).toBeNull()
  expect(timeToApply('push', { ...writeDeviceTime(TIME), Hour: 24 })).toBeNull()
})

test('(R17) any push of any JSON is answered with a time that exists or none', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...CLOCK_KEYS), fc.anything()), (values) => {
      const time = timeToApply('push', values)
      expect(time === null || timeExists(time)).toBe(true)
    }),
  )
})
