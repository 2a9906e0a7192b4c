import { expect, it } from 'vitest'
import { counted } from './counted.ts'

it.each([
  [0, '0 junctions differ'],
  [1, '1 junction differs'],
  [2, '2 junctions differ'],
  [21, '21 junctions differ'],
])('a count of %i is written as %j', (count, text) => {
  expect(counted(count, 'junction differs', 'junctions differ')).toBe(text)
})

it('the number is written as the caller wants it', () => {
  expect(counted(1000, 'junction', 'junctions', '1,000')).toBe('1,000 junctions')
})
