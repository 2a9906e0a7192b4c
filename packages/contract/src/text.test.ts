import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { counted, foldText, textHash } from './text.ts'

describe('the form in which texts are searched', () => {
  it.each([
    ['Điện Biên Phủ', 'dien bien phu'],
    ['ĐƯỜNG 3 THÁNG 2', 'duong 3 thang 2'],
    ['Ngã tư Hàng Xanh', 'nga tu hang xanh'],
    ['Nguyễn Huệ - Lê Lợi', 'nguyen hue - le loi'],
    ['Quỳnh Ỷ Ẵm Ỗ Ợ', 'quynh y am o o'],
    ['TLC-0007', 'tlc-0007'],
    ['Éclair Ünter Ñ', 'eclair unter n'],
    ['İstanbul', 'istanbul'],
    ['한글 🚦 北', '한글 🚦 北'],
    ['', ''],
  ])('of %j is %j, composed or not', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(text.normalize('NFD'))).toBe(folded)
    expect(foldText(text.toUpperCase())).toBe(folded)
  })

  const vietnamese = fc
    .array(fc.constantFrom(...Array.from('aăâbcdđeêioôơuưyAĐƯỗệủ \u0301\u0309\u0323')), { maxLength: 12 })
    .map((letters) => letters.join(''))
  const text = fc.oneof(vietnamese, fc.string({ unit: 'grapheme' }))

  it('is the same however often it is folded', () => {
    fc.assert(
      fc.property(text, (any) => {
        expect(foldText(foldText(any))).toBe(foldText(any))
      }),
    )
  })

  it('contains every part that the text contains', () => {
    fc.assert(
      fc.property(text, vietnamese, text, (before, part, after) => {
        expect(foldText(before + part + after)).toContain(foldText(part))
      }),
    )
  })
})

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

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the hash of %j is what FNV-1a says, as it was in every release', (text, hash) => {
  expect(textHash(text)).toBe(hash)
})
