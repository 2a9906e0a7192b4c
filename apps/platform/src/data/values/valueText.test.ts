import { expect, test } from 'vitest'
import { valueText } from './valueText.ts'
import { typeNumber } from './valueTyping.ts'

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

test.each([
  ['10.0', '10.0'],
  ['1e-7', '1.0E-7'],
  ['9223372036854775807', '9223372036854775807'],
  ['1e3', '1000'],
])('a number sent as %s is the text %s, as Java writes it', (sent, text) => {
  expect(valueText(typeNumber(sent))).toBe(text)
})
