/**
 * @file Platforms grow: readers of today's contract can still read replies and frames to which a platform added
 * members.
 */
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { parseFrame, SubscriptionFrame } from '../live.ts'
import { parseTolerantly } from '../tolerant.ts'
import { type Call, calls } from './calls.ts'

const ID = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const UNKNOWN = { memberOfTomorrow: { of: ['another', 'platform'] } }

/** Returns a value that the schema accepts, with an unknown member added to each of its objects. */
function grown(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return {
        ...Object.fromEntries(Object.entries(def.shape).map(([key, member]) => [key, grown(member)])),
        ...UNKNOWN,
      }
    case 'array':
      return [grown(def.element)]
    case 'tuple':
      return def.items.map(grown)
    case 'record':
      return { [String(grown(def.keyType))]: grown(def.valueType) }
    case 'union':
      return grown(def.options[0] as z.core.$ZodType)
    case 'optional':
    case 'nullable':
    case 'default':
      return grown(def.innerType)
    case 'pipe':
      return grown(def.in)
    case 'string':
      return ID
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'literal':
      return def.values[0]
    case 'enum':
      return Object.values(def.entries)[0]
    case 'unknown':
      return UNKNOWN
    default:
      throw new Error(`This test makes no value of a ${def.type} yet`)
  }
}

/** Returns each alternative of a schema that offers several. */
const waysOf = (schema: z.core.$ZodType): readonly z.core.$ZodType[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'union' ? def.options : [schema]
}

const replies = Object.entries<Call>(calls).flatMap(([name, { reply }]) =>
  reply === undefined ? [] : waysOf(reply).map((way, nth) => ({ name, nth, reply, way })),
)

describe('unknown members are accepted', () => {
  it.each(replies)('in every object of the reply of $name ($nth)', ({ reply, way }) => {
    const odd: string[] = []
    const read = parseTolerantly(reply, grown(way), (remark) => odd.push(remark))
    expect(read.error?.issues).toBeUndefined()
    expect(odd).toEqual([])
  })

  it('in a frame', () => {
    const odd: string[] = []
    const frame = parseFrame(grown(SubscriptionFrame), (remark) => odd.push(remark))
    expect(frame).toMatchObject({ subscriptionId: 1, data: { [ID]: [[1, UNKNOWN]] } })
    expect(odd).toEqual([])
  })
})

describe('an odd optional part of a frame is left out', () => {
  const frame = { subscriptionId: 1, errorCode: 0, errorMsg: null, data: { a: [[1, '7']] }, latestValues: { a: 1 } }
  it.each([
    ['errorMsg', 5, '5'],
    ['errorMsg', { text: 'x' }, null],
    ['latestValues', 'none', null],
    ['latestValues', { a: 'x' }, null],
    ['data', { a: [[1, '7'], ['x']], b: 'x' }, { a: [[1, '7']] }],
  ])('%s: %j', (key, odd, read) => {
    const remarks: string[] = []
    expect(parseFrame({ ...frame, [key]: odd }, (remark) => remarks.push(remark))).toEqual({ ...frame, [key]: read })
    expect(remarks).toEqual([`a frame: ${key} cannot be read and is passed over`])
  })

  it.each([
    { ...frame, subscriptionId: 'x' },
    { ...frame, errorCode: undefined },
    { ...frame, data: { a: [['x']] } },
  ])('but %j is no frame', (odd) => {
    expect(parseFrame(odd, () => {})).toBeUndefined()
  })
})
