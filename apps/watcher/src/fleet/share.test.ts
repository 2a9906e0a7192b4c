import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOfShare, parseShare } from './share.ts'

test('a device is of exactly one share, whoever asks', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 1, max: 40 }), (id, n) => {
      const shares = Array.from({ length: n }, (_, index) => ({ i: index + 1, n }))
      expect(shares.filter((share) => isOfShare(share, id))).toHaveLength(1)
    }),
  )
})

test('shares are about equal', () => {
  const ids = Array.from({ length: 4000 }, () => randomUUID())
  const sizes = [1, 2, 3, 4].map((i) => ids.filter((id) => isOfShare({ i, n: 4 }, id)).length)
  for (const size of sizes) expect(Math.abs(size - 1000)).toBeLessThan(200)
})

test('a share is read from i/n', () => {
  expect(parseShare(' 2/4 ')).toEqual({ i: 2, n: 4 })
  for (const wrong of ['0/4', '5/4', '1', '1/0', 'a/b', '1/10000', '', '01/4'])
    expect(parseShare(wrong)).toBeUndefined()
})
