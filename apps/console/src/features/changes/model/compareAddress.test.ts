import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { CompareAddress, parseSide, writeSide } from './compareAddress.ts'

const ID = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'

it.each([`${ID}.now`, `${ID}.reported`, `${ID}.observed`, `${ID}.before-1795309200123`, `${ID}.after-5`])(
  '%s names a side, and is written again as it is read',
  (text) => {
    expect(z.parse(CompareAddress, { left: text }).left).toBe(text)
    const side = parseSide(text)
    expect(side && writeSide(side)).toBe(text)
  },
)

it.each([`${ID}`, `${ID}.later`, `${ID}.after-0`, `${ID}.after-x`, 'x.now', 5])('%s names none', (text) => {
  expect(z.parse(CompareAddress, { left: text })).toEqual({})
})
