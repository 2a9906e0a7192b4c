import type { JsonValue } from '@greenwave/contract/wire/attributes'
import type { ValueMap } from '../port/deviceData.ts'

/** Bytes that a number, a boolean or null counts as. */
const PLAIN_BYTES = 8

/** Returns the bytes of a value and its key as budgets count them: the characters of both. */
export function valueBytes(key: string, value: JsonValue): number {
  if (typeof value === 'string') return key.length + value.length
  return key.length + (typeof value === 'object' && value !== null ? JSON.stringify(value).length : PLAIN_BYTES)
}

/** Returns the bytes of all values of one part of a device. */
export function sizeOfValues(values: ValueMap): number {
  let bytes = 0
  for (const [key, { value }] of values) bytes += valueBytes(key, value)
  return bytes
}
