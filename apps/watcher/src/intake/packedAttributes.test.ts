import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackedAttributes } from './packedAttributes.ts'

const anyValues = fc.dictionary(
  fc.string(),
  fc.record({ ts: fc.oneof(fc.constant(1_795_000_000_000), fc.nat()), value: fc.jsonValue() }),
)

test('attributes are read as they were packed, of each scope apart, whatever their times', () => {
  fc.assert(
    fc.property(anyValues, anyValues, anyValues, (shared, client, later) => {
      const attributes = new PackedAttributes().with('SHARED_SCOPE', shared).with('CLIENT_SCOPE', client)
      expect([attributes.shared, attributes.client]).toEqual([shared, client])
      const next = attributes.with('CLIENT_SCOPE', later)
      expect([next.shared, next.client, attributes.client]).toEqual([shared, later, client])
    }),
  )
})

test('before anything is known of them there are none', () => {
  const { shared, client } = new PackedAttributes()
  expect([shared, client]).toEqual([{}, {}])
})
