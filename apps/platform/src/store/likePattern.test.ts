import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTextFinder, joinTexts } from './likePattern.ts'

/** LIKE as the textbook has it: exponential, so for short texts only. */
function like(text: string, pattern: string): boolean {
  const [first, ...rest] = [...pattern]
  if (first === undefined) return text === ''
  if (first === '%') return like(text, rest.join('')) || (text !== '' && like([...text].slice(1).join(''), pattern))
  const [char, ...others] = [...text]
  return char !== undefined && (first === '_' || first === char) && like(others.join(''), rest.join(''))
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
          expect(found).toBe(texts.some((text) => like(text, `%${pattern}%`)))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('compares composed letters in any case', () => {
    const joined = joinTexts(['Nga\u0303 tu\u031b', null])
    expect(createTextFinder('NGÃ TƯ')(joined)).toBe(true)
    expect(createTextFinder('nga tu')(joined)).toBe(false)
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
