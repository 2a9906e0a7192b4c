import type { AttributeScope } from '@greenwave/contract/attributes'

/** How scopes are numbered in the database. */
export const SCOPE_NUMBERS: Readonly<Record<AttributeScope, number>> = {
  SERVER_SCOPE: 0,
  SHARED_SCOPE: 1,
  CLIENT_SCOPE: 2,
}

/** Number of attribute scopes. */
export const SCOPES = Object.keys(SCOPE_NUMBERS).length

/** What a journal row says. Kinds of attributes have their scope's number added. */
export const ROW_KIND = {
  /** A message: its values at its time. */
  sample: 0,
  /** All latest values, in place of those before. */
  wholeLatest: 1,
  /** Attributes written at `ts`; the others stay. */
  attributes: 10,
  /** All attributes of a scope, in place of those before. */
  wholeAttributes: 20,
} as const

/** One write of one device. `keySet` counts for samples only, `ts` for samples and attributes. */
export type JournalRow = [device: number, kind: number, ts: number, keySet: number, body: string]

/** What a row costs in memory beside its body, bytes. */
const ROW_OVERHEAD = 120

/** Bytes that a row holds in memory, roughly: its body is nearly always of one-byte characters. */
export function rowBytes([, , , , body]: JournalRow): number {
  return body.length + ROW_OVERHEAD
}

/** The values of a device that are kept in one row: the latest ones, or the attributes of a scope number. */
export type ValuePart = 'latest' | number

/** Which values a row is about. */
export function partOf([, kind]: JournalRow): ValuePart {
  if (kind < ROW_KIND.attributes) return 'latest'
  return kind % ROW_KIND.attributes
}
