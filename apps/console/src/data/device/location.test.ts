import type { TimedValues } from '@greenwave/controller/timedValue'
import { describe, expect, test } from 'vitest'
import { isCoordinateTyping, placeText, parseLocation, roundCoordinate } from './location.ts'

function server(latitude: unknown, longitude: unknown): TimedValues {
  const timed = (key: string, value: unknown) => (value === undefined ? {} : { [key]: { value, ts: 1 } })
  return { ...timed('latitude', latitude), ...timed('longitude', longitude) }
}

describe('a location', () => {
  test('counts when both are numbers within range, as typed values or as text [spec 5 location]', () => {
    expect(parseLocation(server(10.7739, 106.7034))).toEqual({ latitude: 10.7739, longitude: 106.7034 })
    expect(parseLocation(server('10.7739', '106.7034'))).toEqual({ latitude: 10.7739, longitude: 106.7034 })
    expect(parseLocation(server(-90, 180))).toEqual({ latitude: -90, longitude: 180 })
  })

  test.each([
    ['a missing coordinate', 10.7, undefined],
    ['text', 'here', 106.7],
    ['an empty text', '', '106.7'],
    ['a latitude beyond 90', 90.01, 106.7],
    ['a longitude beyond 180', 10.7, -180.01],
  ])('with %s is none [spec 5 location]', (_, latitude, longitude) => {
    expect(parseLocation(server(latitude, longitude))).toBeNull()
  })

  test('is sent with six decimals, so that the platform keeps a number', () => {
    expect(roundCoordinate(0.1 + 0.2)).toBe(0.3)
    expect(roundCoordinate(106.70341234567)).toBe(106.703412)
  })

  test('is shown with five', () => {
    expect(placeText({ latitude: 10.7739, longitude: 106.7034 })).toBe('10.77390, 106.70340')
  })
})

describe('typing a coordinate', () => {
  test.each(['', '-', '10', '10.', '-10.7', '.5'])('accepts %j [spec 5 location]', (text) => {
    expect(isCoordinateTyping(text)).toBe(true)
  })

  test.each(['1.2.3', '10,7', 'abc', '1e5', '--1', '1-'])('does not accept %j [spec 5 location]', (text) => {
    expect(isCoordinateTyping(text)).toBe(false)
  })
})
