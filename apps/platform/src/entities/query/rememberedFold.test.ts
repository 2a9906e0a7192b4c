import { foldText } from '@greenwave/contract/foldText'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRememberedFold } from './rememberedFold.ts'

it('a remembered text is folded as it would be again', () => {
  const fold = createRememberedFold()
  const text = fc.oneof(fc.constantFrom('Điện Biên', 'TLC-1', ''), fc.string({ unit: 'grapheme' }))
  fc.assert(
    fc.property(text, (any) => {
      expect([fold(any), fold(any)]).toEqual([foldText(any), foldText(any)])
    }),
  )
})

it('more texts than can be remembered are folded all the same', () => {
  const fold = createRememberedFold()
  const textOf = (nth: number): string => `${'Đ'.repeat(240)}${nth}`
  for (let nth = 0; nth < 20_000; nth += 1) fold(textOf(nth))
  for (const nth of [0, 19_999]) expect(fold(textOf(nth))).toBe(`${'d'.repeat(240)}${nth}`)
  expect(fold('Đ'.repeat(1000))).toBe('d'.repeat(1000))
})
