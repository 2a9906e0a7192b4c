import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import { afterEach, describe, expect, test } from 'vitest'
import { controllersZoneAt, zonesAt } from './zones.ts'

const [WINTER, SUMMER] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

describe('the zones of a page', () => {
  test('are not named where this computer shows the controllers’ time', () => {
    expect(zonesAt(WINTER, 420)).toBeNull()
  })

  test.each([
    [0, 'UTC'],
    [60, 'UTC+1'],
    [330, 'UTC+5:30'],
    [-210, 'UTC−3:30'],
    [-480, 'UTC−8'],
  ])('are both named where they differ: %i minutes are %s', (aheadMinutes, here) => {
    expect(zonesAt(WINTER, aheadMinutes)).toEqual({ here, controllers: 'UTC+7' })
  })

  test('are those of the instant, in a city with summer time', () => {
    setTimeZone('Europe/Berlin')
    expect([zonesAt(WINTER, 60), zonesAt(SUMMER, 120)]).toEqual([null, null])
    expect(zonesAt(SUMMER, 60)).toEqual({ here: 'UTC+1', controllers: 'UTC+2' })
    expect(controllersZoneAt(WINTER)).toBe('UTC+1')
  })
})
