import { isoDate } from '@greenwave/controller/isoTime'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { cityMs } from '../../../test/localTime.ts'
import { PastAddress } from './pastAddress.ts'
import { filtersOf, isFiltered } from './pastFilters.ts'

const NOTHING = z.parse(PastAddress, {})

it('anything that people type into an address can be read, and nothing of it is no filter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(PastAddress.shape)), fc.jsonValue()), (typed) => {
      const address = z.parse(PastAddress, typed)
      expect(address.page).toBeGreaterThanOrEqual(0)
      filtersOf(address)
    }),
  )
  expect(isFiltered(NOTHING)).toBe(false)
  expect(isFiltered({ ...NOTHING, page: 7 })).toBe(false)
  expect(isFiltered({ ...NOTHING, to: '2026-11-22' })).toBe(true)
})

it.each([
  ['an unknown severity', { severity: 'awful' }],
  ['a day that does not exist', { from: '2026-02-31' }],
  ['a junction that is no id', { junction: 'first' }],
  ['a page before the first', { page: -1 }],
])('%s counts as none', (_, typed) => expect(z.parse(PastAddress, typed)).toEqual(NOTHING))

it('days are whole days here: from the first millisecond of the first to the last of the last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), fc.nat(400), (first, more) => {
      const day = (number: number) => isoDate(cityMs(1990, 0, 1 + number))
      const { fromMs = 0, toMs = 0 } = filtersOf({ ...NOTHING, from: day(first), to: day(first + more) })
      expect(isoDate(fromMs)).toBe(day(first))
      expect(isoDate(fromMs - 1)).not.toBe(day(first))
      expect(isoDate(toMs)).toBe(day(first + more))
      expect(isoDate(toMs + 1)).toBe(day(first + more + 1))
    }),
  )
})
