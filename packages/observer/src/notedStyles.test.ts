import { type Control, FULL, parseDisplayStyle, uniformDisplay } from '@greenwave/controller/display'
import { expect, test } from 'vitest'
import { newJunction } from './junction.ts'
import { notedAlone } from './notedStyles.ts'
import { greenLimits, NOTHING_LEARNED, NOTHING_SET } from './styles.ts'

const ACTUATED: Control = { kind: 'actuated', greens: [{ smallest: 10, largest: 20 }, null, null] }

const noted = (set = NOTHING_SET, learned = NOTHING_LEARNED) =>
  notedAlone.withStyles(newJunction(0), { set, learned }).styles

test('where nothing is noted, every second is counted and greens follow from settings', () => {
  expect(noted()).toMatchObject({ display: uniformDisplay(FULL), control: { kind: 'fixed' }, isFull: true })
})

test('learned limits stay learned: a green somewhat beyond them is no deviation', () => {
  expect(greenLimits(noted(NOTHING_SET, { ...NOTHING_LEARNED, control: ACTUATED }), 1)).toEqual({
    smallest: 5,
    largest: 40,
  })
  expect(greenLimits(noted({ ...NOTHING_SET, control: ACTUATED }), 1)).toEqual({ smallest: 10, largest: 20 })
})

test('what an engineer set wins over what was learned, and other lamps count every second', () => {
  const last = parseDisplayStyle('last-8') ?? null
  const green = { red: null, yellow: null, green: last }
  const dark = { red: null, yellow: null, green: null }
  const { display } = noted({ display: [green, dark, dark], control: null }, NOTHING_LEARNED)
  expect(display).toEqual([{ red: FULL, yellow: FULL, green: last }, uniformDisplay(FULL)[1], uniformDisplay(FULL)[2]])
})
