import { parseSite, SITE_KEY, siteToWrite } from '@greenwave/contract/records/junctionSite'
import { parseSetStyles } from '@greenwave/observer/replay/recordedStyles'
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import {
  areAllLike,
  CONTROL_KEY,
  displaysTexts,
  greenKey,
  type Lamp,
  LAMPS,
  lampKey,
  numberKey,
  parseDisplaysForm,
  withAllLike,
} from './displaysForm.ts'

const RED: Lamp = { phase: 1, colour: 'red' }
const NOTHING = displaysTexts(parseSetStyles(undefined))

test('a form that was not touched writes what is stored', () => {
  const style = fc.constantFrom('full', 'none', 'last-8', 'last-9-0', 'last-5-99', 'full+flash-3', 'last-8-0+flash-2')
  const lamps = fc.record({ red: style, yellow: style, green: style }, { requiredKeys: [] })
  const some = lamps.filter((own) => Object.keys(own).length > 0)
  const display = fc
    .record({ 1: some, 2: some, 3: some }, { requiredKeys: [] })
    .filter((all) => Object.keys(all).length > 0)
  const limits = fc.constantFrom({ smallest: 8, largest: 40 }, { smallest: 5, largest: 5 })
  const greens = fc.record({ 1: limits, 2: limits, 3: limits }, { requiredKeys: [] })
  const control = fc.oneof(
    fc.constant({ kind: 'fixed' as const }),
    greens.map((own) =>
      Object.keys(own).length > 0 ? { kind: 'actuated' as const, greens: own } : { kind: 'actuated' as const },
    ),
  )
  fc.assert(
    fc.property(fc.record({ display, control, walkingMps: fc.constant(1.2) }, { requiredKeys: [] }), (site) => {
      const { edit } = parseDisplaysForm(displaysTexts(parseSetStyles(site)))
      expect(edit).not.toBeNull()
      const written = siteToWrite(site, { phases: { 1: {}, 2: {}, 3: {} }, whole: edit ?? {} })
      expect(parseSite(written[SITE_KEY]).site).toEqual(site)
    }),
  )
})

it('one choice for all lamps counts for each, and is none once a lamp differs', () => {
  const all = withAllLike(
    { ...NOTHING, [lampKey(RED)]: 'last', [numberKey(RED, 'seconds')]: '8', [numberKey(RED, 'filler')]: '0' },
    RED,
  )
  expect(areAllLike(all, RED)).toBe(true)
  const lamp = { red: 'last-8-0', yellow: 'last-8-0', green: 'last-8-0' }
  expect(parseDisplaysForm(all).edit?.display).toEqual({ 1: lamp, 2: lamp, 3: lamp })
  expect(LAMPS).toHaveLength(9)
  expect(areAllLike({ ...all, [lampKey({ phase: 2, colour: 'green' })]: 'none' }, RED)).toBe(false)
})

it('everything as learned sets nothing', () => {
  expect(parseDisplaysForm(NOTHING).edit).toEqual({ display: undefined, control: undefined })
})

it.each([
  ['last seconds without a number', { [lampKey(RED)]: 'last' }, numberKey(RED, 'seconds'), 'missing'],
  [
    'more last seconds than a display counts',
    { [lampKey(RED)]: 'last', [numberKey(RED, 'seconds')]: '120' },
    numberKey(RED, 'seconds'),
    'outOfRange',
  ],
  [
    'flashing that is no number',
    { [lampKey(RED)]: 'full', [numberKey(RED, 'flash')]: 'x' },
    numberKey(RED, 'flash'),
    'notANumber',
  ],
  [
    'one limit of two',
    { [CONTROL_KEY]: 'actuated', [greenKey(2, 'smallest')]: '8' },
    greenKey(2, 'largest'),
    'missing',
  ],
  [
    'a smallest green above the largest',
    { [CONTROL_KEY]: 'actuated', [greenKey(2, 'smallest')]: '40', [greenKey(2, 'largest')]: '8' },
    greenKey(2, 'smallest'),
    'aboveLargest',
  ],
])('%s has a fault at its field', (_, typed, key, fault) => {
  const { edit, faults } = parseDisplaysForm({ ...NOTHING, ...typed })
  expect([edit, [...faults]]).toEqual([null, [[key, fault]]])
})

it('numbers of a choice that is not made are not looked at', () => {
  const typed = { [numberKey(RED, 'seconds')]: 'x', [greenKey(1, 'smallest')]: 'x' }
  expect(parseDisplaysForm({ ...NOTHING, ...typed }).faults.size).toBe(0)
})
