import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderKey } from './textOrder.ts'

const inOrder = (texts: string[]): string[] =>
  texts.toSorted((a, b) => {
    const left = orderKey(a) ?? ''
    const right = orderKey(b) ?? ''
    return left < right ? -1 : left > right ? 1 : 0
  })

describe('text order', () => {
  it('puts letters as a Vietnamese dictionary does', () => {
    const letters = ['a', 'ă', 'â', 'b', 'c', 'd', 'đ', 'e', 'ê', 'o', 'ô', 'ơ', 'p', 'u', 'ư', 'v']
    expect(inOrder(letters.toReversed())).toEqual(letters)
    expect(inOrder(['ăn', 'az', 'an'])).toEqual(['an', 'az', 'ăn'])
    expect(inOrder(['đa', 'dz', 'e'])).toEqual(['dz', 'đa', 'e'])
  })

  it('looks at tones only where letters agree', () => {
    const words = ['la', 'là', 'lả', 'lã', 'lá', 'lạ', 'lan', 'làn']
    expect(inOrder(words.toReversed())).toEqual(words)
  })

  it('takes upper and lower case as one', () => {
    expect(orderKey('NGUYỄN')).toBe(orderKey('nguyễn'))
    expect(orderKey(null)).toBeNull()
  })

  it('does not depend on how letters are composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(orderKey(text.normalize('NFC'))).toBe(orderKey(text.normalize('NFD')))
      }),
    )
  })
})
