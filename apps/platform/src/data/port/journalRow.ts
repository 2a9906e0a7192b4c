import type { AttributeScope } from '@greenwave/contract/wire/attributes'

/** The number of each scope in the database. */
export const SCOPE_NUMBERS: Readonly<Record<AttributeScope, number>> = {
  SERVER_SCOPE: 0,
  SHARED_SCOPE: 1,
  CLIENT_SCOPE: 2,
}

/** Number of attribute scopes. */
export const SCOPES = Object.keys(SCOPE_NUMBERS).length

/** The kinds of journal rows. The number of the scope is added to the kinds of attributes. */
export const ROW_KIND = {
  /** A message: its values at its time. */
  sample: 0,
  /** The part of a message that is kept as long as records are: its keys that begin with `gw_`. */
  record: 2,
  /** All latest values; they replace the earlier ones. */
  wholeLatest: 1,
  /** Attributes written at `ts`; other attributes stay. */
  attributes: 10,
  /** All attributes of a scope; they replace the earlier ones. */
  wholeAttributes: 20,
} as const

/** Write of one device. `keySet` has a meaning for samples only, `ts` for samples and attributes. */
export type JournalRow = [device: number, kind: number, ts: number, keySet: number, body: string]

/** Returns whether rows of a kind go into history. */
export function isOfHistory(kind: number): boolean {
  return kind === ROW_KIND.sample || kind === ROW_KIND.record
}

/** Returns whether a key is one of records: they are kept longer than other telemetry, and devices do not send them. */
export function isRecordKey(key: string): boolean {
  // The first letter settles it for most keys, and each value of each message is asked.
  return key[0] === 'g' && key.startsWith('gw_')
}

/** Memory that a row takes in addition to its body, bytes. */
const ROW_OVERHEAD = 120

/** Returns roughly how many bytes a row takes in memory. Bodies hardly ever have characters of more than one byte. */
export function rowBytes([, , , , body]: JournalRow): number {
  return body.length + ROW_OVERHEAD
}

/** The part of a device's values that one row keeps: the latest values, or the attributes of a scope number. */
export type ValuePart = 'latest' | number

/** Returns the part that a row belongs to. */
export function partOf([, kind]: JournalRow): ValuePart {
  if (kind < ROW_KIND.attributes) return 'latest'
  return kind % ROW_KIND.attributes
}
