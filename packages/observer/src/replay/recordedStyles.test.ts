import { FULL, uniformDisplay, UNKNOWN_DISPLAY } from '@greenwave/controller/display'
import { expect, test } from 'vitest'
import { NOTHING_LEARNED, NOTHING_SET } from '../styles.ts'
import { learnedRecord, parseLearnedStyles, parseSetStyles } from './recordedStyles.ts'

test('what was learned is read again as it was, also as the text of its JSON', () => {
  const learned = {
    display: uniformDisplay({ kind: 'last', seconds: 8, filler: 0, flash: 3 } as const),
    control: { kind: 'actuated', greens: [{ smallest: 8, largest: 40 }, null, null] } as const,
    hidden: [52, 0, 7] as const,
  }
  expect(parseLearnedStyles(learnedRecord(learned))).toEqual(learned)
  expect(parseLearnedStyles(JSON.stringify(learnedRecord(learned)))).toEqual(learned)
  expect(parseLearnedStyles(undefined)).toBe(NOTHING_LEARNED)
})

test('what an engineer set is read from the notes of the junction; a lamp that was left out is unknown', () => {
  const { display, control } = parseSetStyles({ display: { 1: { red: 'full' } }, control: { kind: 'fixed' } })
  expect(display).toEqual([{ red: FULL, yellow: null, green: null }, UNKNOWN_DISPLAY[1], UNKNOWN_DISPLAY[2]])
  expect(control).toEqual({ kind: 'fixed' })
  expect(parseSetStyles({ walkingMps: 1 })).toBe(NOTHING_SET)
})
