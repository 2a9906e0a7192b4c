import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundedData } from './boundedData.ts'

const LIMIT = 16_384

describe('what a record of the audit log says', () => {
  it('stays as it is while it is short', () => {
    const data = {
      scope: 'SHARED_SCOPE',
      attributes: { Mode: '4', P1_HH: null },
      list: [1, { a: true }],
      none: undefined,
    }
    expect(boundedData(data)).toEqual(data)
  })

  it('never grows beyond its limit, whatever was written', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 0, max: 40_000 }), (data, length) => {
        const text = JSON.stringify(boundedData({ ...data, long: 'x'.repeat(length) }))
        // Escapes and quotes are not counted.
        expect(text.length).toBeLessThan(7 * LIMIT)
      }),
    )
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, n]))
    const cut = boundedData({ attributes: keys, entityId: 'x' })
    expect(JSON.stringify(cut).length).toBeLessThan(2 * LIMIT)
    expect(JSON.stringify(cut)).toContain('more')
  })

  it('tells how much was left out, and keeps the front', () => {
    const cut = boundedData({ first: 'a', items: Array.from({ length: 10_000 }, (_, n) => n) })
    expect(cut.first).toBe('a')
    const items = cut.items
    expect(Array.isArray(items) && items.slice(0, 3)).toEqual([0, 1, 2])
    expect(Array.isArray(items) && items.at(-1)).toMatch(/^… \d+ more$/)
  })
})
