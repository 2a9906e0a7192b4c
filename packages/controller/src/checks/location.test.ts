import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLocation } from './location.ts'

const codes = (latitude: unknown, longitude: unknown) =>
  checkLocation(latitude, longitude).map((finding) => `${finding.level} ${finding.code} ${finding.field}`)

test.each([
  [10.76, 106.66],
  ['10.76', '106.66'],
  [8, 102],
  [24, 110],
  [undefined, undefined],
  ['', ''],
])('(V10) %j, %j is sound', (latitude, longitude) => {
  expect(codes(latitude, longitude)).toEqual([])
})

test.each<[unknown, unknown, string]>([
  [10.76, undefined, 'error oneCoordinate longitude'],
  ['', 106.66, 'error oneCoordinate latitude'],
  [null, 0, 'error oneCoordinate latitude'],
  [0, 0, 'warning zeroCoordinates latitude'],
  [106.66, 10.76, 'error outOfRange latitude'],
  [10.76, 6.66, 'warning outsideVietnam latitude'],
  [48.85, 106.66, 'warning outsideVietnam latitude'],
  [0, 106, 'warning outsideVietnam latitude'],
  [-10.76, 106.66, 'warning outsideVietnam latitude'],
  [10.76, 180.5, 'error outOfRange longitude'],
  ['-', 106.66, 'error notANumber latitude'],
])('(V10) [spec 5 location] %j, %j: %s', (latitude, longitude, expected) => {
  expect(codes(latitude, longitude)).toEqual([expected])
})

test.each<[unknown, unknown, string[]]>([
  [90.5, '', ['error outOfRange latitude', 'error oneCoordinate longitude']],
  [undefined, '-181', ['error outOfRange longitude', 'error oneCoordinate latitude']],
  ['x', null, ['error notANumber latitude', 'error oneCoordinate longitude']],
])(
  '(V10) [spec 5 location] one coordinate that is wrong is named though the other is missing: %j, %j',
  (latitude, longitude, expected) => {
    expect(codes(latitude, longitude)).toEqual(expected)
  },
)

test('(V10) any two values are answered', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (a, b) => {
      expect(checkLocation(a, b).length).toBeLessThanOrEqual(2)
    }),
  )
})
