import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CopiedIds, NotCopiedError } from './copiedIds.ts'

const HERE = '7f1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const THERE = '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10'

describe('ids of what was copied', () => {
  test('are those of the other platform wherever they stand, and everything else stays', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.uuid(), { maxLength: 3 }), (value, others) => {
        const ids = new CopiedIds()
        ids.add(HERE, THERE)
        const made = (id: string) => ({ value, others, junctions: [{ device: id }], id: `${id}/${others[0]}`, [id]: 1 })
        expect(JSON.stringify(ids.translate(made(HERE)))).toBe(JSON.stringify(made(THERE)))
      }),
      { numRuns: 30 },
    )
  })

  test('of what could not be copied make whatever names it fail, until it was copied', () => {
    const ids = new CopiedIds()
    ids.fail(HERE, 'TLC-1')
    expect(() => ids.translate({ device: HERE.toUpperCase() })).toThrow(new NotCopiedError('TLC-1'))
    expect(() => ids.customerOf({ entityType: 'CUSTOMER', id: HERE })).toThrow(NotCopiedError)
    ids.add(HERE, THERE)
    expect(ids.translate({ device: HERE })).toEqual({ device: THERE })
    expect(ids.customerOf({ entityType: 'CUSTOMER', id: HERE })).toEqual({ entityType: 'CUSTOMER', id: THERE })
  })

  test('are never those of two entities', () => {
    const ids = new CopiedIds()
    expect([ids.add('a', 'x'), ids.add('a', 'x'), ids.add('b', 'x')]).toEqual([true, true, false])
    expect(ids.of('b')).toBeUndefined()
  })
})
