import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTyped } from './useRecordForm.ts'

describe('mergeTyped', () => {
  it('keeps what was typed and takes the rest from the newer state', () => {
    const read = { name: 'TLC-1', label: 'North' }
    expect(mergeTyped(read, { name: 'TLC-1', label: 'Typed' }, { name: 'TLC-9', label: 'South' })).toEqual({
      name: 'TLC-9',
      label: 'Typed',
    })
  })

  it('takes the newer state whole when nothing was typed, and what was typed when nothing is newer', () => {
    const record = fc.record({ a: fc.string(), b: fc.string(), c: fc.string() })
    fc.assert(
      fc.property(record, record, (one, other) => {
        expect(mergeTyped(one, one, other)).toEqual(other)
        expect(mergeTyped(one, other, one)).toEqual(other)
      }),
    )
  })
})
