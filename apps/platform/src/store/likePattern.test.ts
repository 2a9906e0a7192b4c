import { foldText } from '@greenwave/contract/text'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextFinder, joinTexts } from './likePattern.ts'

const charsOf = (text: string): string[] => Array.from(text)

/** LIKE as in a textbook; exponential, so for short texts only. */
function like(text: readonly string[], pattern: readonly string[]): boolean {
  const [wanted, ...restOfPattern] = pattern
  if (wanted === undefined) return text.length === 0
  if (wanted === '%') return like(text, restOfPattern) || (text.length > 0 && like(text.slice(1), pattern))
  const [char, ...restOfText] = text
  return char !== undefined && (wanted === '_' || wanted === char) && like(restOfText, restOfPattern)
}

const short = (chars: string[], maxLength: number) =>
  fc.array(fc.constantFrom(...chars), { maxLength }).map((parts) => parts.join(''))

describe('text search', () => {
  it("agrees with SQL's LIKE '%text%' for any pattern", () => {
    fc.assert(
      fc.property(
        fc.array(short(['a', 'b', 'đ', '🚦', ' '], 7), { minLength: 1, maxLength: 3 }),
        short(['a', 'b', 'đ', '🚦', '%', '_'], 5),
        (texts, pattern) => {
          const found = createTextFinder(pattern)(joinTexts(texts))
          expect(found).toBe(texts.some((text) => like(charsOf(foldText(text)), charsOf(`%${foldText(pattern)}%`))))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('compares letters in any case, with or without their marks', () => {
    const joined = joinTexts(['Nga\u0303 tu\u031b', null])
    for (const pattern of ['NGÃ TƯ', 'nga tu', 'ngá t_']) expect(createTextFinder(pattern)(joined)).toBe(true)
    expect(createTextFinder('nga to')(joined)).toBe(false)
  })

  it('never matches from one text into the next', () => {
    const joined = joinTexts(['ab', 'cd'])
    for (const pattern of ['b%c', 'b_c', 'bc', 'b\u0000c']) expect(createTextFinder(pattern)(joined)).toBe(false)
  })

  it('stays quick for a pattern made to be slow', () => {
    const found = createTextFinder('a%'.repeat(2000))(joinTexts(['a'.repeat(255)]))
    expect(found).toBe(false)
  })
})
