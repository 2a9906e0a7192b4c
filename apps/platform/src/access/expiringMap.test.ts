import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createExpiringMap } from './expiringMap.ts'

describe('values for a while', () => {
  it('are there until their time is over', () => {
    let now = 0
    const map = createExpiringMap<string>(1000, 10, () => now)
    map.set('a', 'first')
    now = 999
    expect(map.get('a')).toBe('first')
    now = 1000
    expect(map.get('a')).toBeUndefined()
  })

  it('are taken once', () => {
    const map = createExpiringMap<string>(1000, 10, () => 0)
    map.set('a', 'first')
    expect([map.take('a'), map.take('a')]).toEqual(['first', undefined])
  })

  it('are never more than the limit, and the youngest stay', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }).map(String), { maxLength: 60 }), (keys) => {
        const map = createExpiringMap<string>(1000, 5, () => 0)
        for (const key of keys) map.set(key, key)
        const youngest = [...new Set(keys.toReversed())].slice(0, 5)
        const kept = [...new Set(keys)].filter((key) => map.get(key) !== undefined)
        expect(kept.sort()).toEqual(youngest.sort())
      }),
    )
  })
})
