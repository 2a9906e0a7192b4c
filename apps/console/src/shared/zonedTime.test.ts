import fc from 'fast-check'
import { expect, it } from 'vitest'
import { zonedTime } from './zonedTime.ts'

it('a time has its zone, and is the same time again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000_000_000 }), (ms) => {
      const text = zonedTime(ms)
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
      expect(Date.parse(text)).toBe(Math.floor(ms / 1000) * 1000)
    }),
  )
  expect(zonedTime(0)).toBe('')
})
