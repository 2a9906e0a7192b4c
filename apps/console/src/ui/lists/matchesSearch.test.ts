import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchesSearch } from './matchesSearch.ts'

describe('matchesSearch', () => {
  it.each([
    ['tlc', ['TLC-0007', 'Nguyễn Huệ'], true],
    ['  huệ ', ['TLC-0007', 'Nguyễn Huệ'], true],
    ['dien bien', ['TLC-0007', 'Điện Biên Phủ'], true],
    ['Điện', ['TLC-0007', 'DIEN BIEN PHU'], true],
    ['district', ['TLC-0007', null], false],
    ['null', ['TLC-0007', null], false],
    ['.*', ['TLC-0007', undefined], false],
  ])('finds %j in %j: %j [spec 5 search]', (search, fields, found) => {
    expect(matchesSearch(search, fields)).toBe(found)
  })

  it('finds any part of a field in any case, and everything when empty [spec 5 search]', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (field, from, length) => {
        expect(matchesSearch(field.slice(from, from + length).toUpperCase(), [field.toUpperCase()])).toBe(true)
        expect(matchesSearch('', [field])).toBe(true)
      }),
    )
  })
})
