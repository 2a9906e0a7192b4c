import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from './foldText.ts'

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
