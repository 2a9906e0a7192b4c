import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  countShown,
  type DisplayStyle,
  displayStyleText,
  displayTexts,
  parseDisplay,
  parseDisplayStyle,
} from './display.ts'

const flash = fc.integer({ min: 0, max: 10 })
const anyStyle: fc.Arbitrary<DisplayStyle> = fc.oneof(
  fc.record({ kind: fc.constantFrom('full' as const, 'none' as const), flash }),
  fc.record({
    kind: fc.constant('last' as const),
    seconds: fc.integer({ min: 1, max: 99 }),
    filler: fc.integer({ min: 0, max: 999 }),
    flash,
  }),
)
const shown = (text: string, seconds: number) => {
  const style = parseDisplayStyle(text)
  return Array.from({ length: seconds }, (_, second) => style && countShown(style, seconds - second)).join(' ')
}

describe('a display style', () => {
  test('is read again from its text, and from the texts of a junction', () => {
    fc.assert(
      fc.property(anyStyle, anyStyle, (red, green) => {
        expect(parseDisplayStyle(displayStyleText(red))).toEqual(red)
        const texts = { 2: { red: displayStyleText(red) }, 3: { green: displayStyleText(green) } }
        expect(displayTexts(parseDisplay(texts))).toEqual(texts)
      }),
    )
  })

  it.each([
    '',
    'last',
    'last-0',
    'last-100',
    'last-8-1000',
    'last-8-07',
    'full-8',
    'none+flash-0',
    'full+flash-11',
    'FULL',
  ])('%j is none', (text) => {
    expect(parseDisplayStyle(text)).toBeUndefined()
  })

  it.each([
    ['full', '10 9 8 7 6 5 4 3 2 1'],
    ['last-3', '1 1 1 1 1 1 1 3 2 1'],
    ['last-3-99', '99 99 99 99 99 99 99 3 2 1'],
    ['last-3-0', '0 0 0 0 0 0 0 3 2 1'],
    ['none', '1 1 1 1 1 1 1 1 1 1'],
    ['full+flash-3', '10 9 8 7 6 5 4 3 0 1'],
    ['none+flash-4', '1 1 1 1 1 1 0 1 0 1'],
  ])('%s shows the ten seconds of a state as %s', (text, counts) => {
    expect(shown(text, 10)).toBe(counts)
  })
})
