import { expect, test } from 'vitest'
import { parseImage } from './image.ts'

test('an empty text, a missing attribute and a number are no image', () => {
  const timed = (value: unknown) => ({ image: { value, ts: 1 } })
  expect(parseImage(timed('https://example.com/a.jpg'))).toBe('https://example.com/a.jpg')
  expect(parseImage(timed(''))).toBe('')
  expect(parseImage(timed(7))).toBe('')
  expect(parseImage({})).toBe('')
})
