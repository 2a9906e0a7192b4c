import { describe, expect, test } from 'vitest'
import { zonesAt, zonesOf } from './zones.ts'

describe('the zones of a page', () => {
  test('are not named where this computer shows the controllers’ time', () => {
    expect(zonesOf(420)).toBeNull()
  })

  test.each([
    [0, 'UTC'],
    [60, 'UTC+1'],
    [330, 'UTC+5:30'],
    [-210, 'UTC−3:30'],
    [-480, 'UTC−8'],
  ])('are both named where they differ: %i minutes are %s', (aheadMinutes, here) => {
    expect(zonesOf(aheadMinutes)).toEqual({ here, controllers: 'UTC+7' })
  })

  test('are those of the moment', () => {
    const ms = Date.UTC(2026, 6, 1)
    expect(zonesAt(ms)).toEqual(zonesOf(-new Date(ms).getTimezoneOffset()))
  })
})
