import { expect, test } from 'vitest'
import { valueText } from './valueText.ts'

test.each([
  [27, '27'],
  [-3, '-3'],
  [10.77, '10.77'],
  [0.001, '0.001'],
  [0.00015, '1.5E-4'],
  [12345678.5, '1.23456785E7'],
  [1e-5, '1.0E-5'],
  [true, 'true'],
  ['', ''],
  ['nga tư', 'nga tư'],
  [{ a: [1, null] }, '{"a":[1,null]}'],
  [null, null],
])('%j is the text %j', (value, text) => {
  expect(valueText(value)).toBe(text)
})
