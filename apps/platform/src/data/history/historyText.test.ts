import type { JsonValue } from '@greenwave/contract/wire/attributes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HistoryForm } from '../port/deviceData.ts'
import type { RowQuery } from '../port/historyQuery.ts'
import { OWN_KEYS } from '../values/sampleRows.ts'
import { encodeEntries } from '../values/valueRows.ts'
import { historyText, type Message } from './historyText.ts'

const message = (ts: number, values: Record<string, JsonValue>): Message => ({
  ts,
  keySet: OWN_KEYS,
  body: encodeEntries(Object.entries(values)),
})

const query = (keys: readonly string[], asked: Partial<RowQuery> = {}): RowQuery => ({
  device: 1,
  keys,
  startTs: 0,
  endTs: 1e9,
  limit: 100_000,
  order: 'ASC',
  aggregation: 'NONE',
  intervalMs: 0,
  ...asked,
})

function piecesOf(messages: readonly Message[], asked: RowQuery, form: HistoryForm = 'strict'): string[] {
  const pieces = [
    ...historyText(
      () => messages,
      () => [],
      asked,
      form,
    ),
  ]
  return pieces.filter((piece) => piece !== undefined)
}

describe('the text of history', () => {
  test.each([
    ['strict', '{"1":[{"ts":2,"value":"b"}],"a":[{"ts":1,"value":7},{"ts":2,"value":{"x":[1]}}]}'],
    ['text', '{"1":[{"ts":2,"value":"b"}],"a":[{"ts":1,"value":"7"},{"ts":2,"value":"{\\"x\\":[1]}"}]}'],
    ['live', '{"1":[[2,"b"]],"a":[[1,"7"],[2,"{\\"x\\":[1]}"]]},"latestValues":{"1":2,"a":2}}'],
  ] as const)('is what JavaScript would write, keys that are whole numbers first: %s', (form, text) => {
    const messages = [message(1, { a: 7 }), message(2, { a: { x: [1] }, 1: 'b', other: 1 })]
    expect(piecesOf(messages, query(['a', '1', 'none']), form)).toEqual([text])
    expect(piecesOf([], query(['a']), form)).toEqual([form === 'live' ? '{},"latestValues":{}}' : '{}'])
  })

  test('is the same however many keys share the room for it, and no piece is large', () => {
    const filler = '\u{1F6A6}'.repeat(30_000)
    fc.assert(
      fc.property(
        fc.array(fc.subarray(['a', 'b', 'c', 'd', '7'], { minLength: 1 }), { minLength: 1, maxLength: 80 }),
        fc.integer({ min: 1, max: 100 }),
        (given, limit) => {
          const messages = given.map((keys, ts) =>
            message(ts, Object.fromEntries(keys.map((key) => [key, `${key}${ts}${filler}`]))),
          )
          const pieces = piecesOf(messages, query(['7', 'd', 'c', 'b', 'a'], { limit }))
          const plain = new Map<string, { ts: number; value: JsonValue }[]>()
          for (const [ts, keys] of given.entries()) {
            for (const key of keys) {
              const own = plain.get(key) ?? []
              plain.set(key, own)
              if (own.length < limit) own.push({ ts, value: `${key}${ts}${filler}` })
            }
          }
          expect(JSON.parse(pieces.join(''))).toEqual(Object.fromEntries(plain))
          expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000)
          // Each piece is valid UTF-8 by itself: no character is cut in half.
          expect(pieces.every((piece) => Buffer.from(piece).toString() === piece)).toBe(true)
        },
      ),
      { numRuns: 15 },
    )
  })

  test('of many folded keys is read for some of them at a time', () => {
    const keys = Array.from({ length: 60 }, (_, i) => `k${i}`)
    const messages = Array.from({ length: 700 }, (_, i) =>
      message(i * 10, Object.fromEntries(keys.map((key, nth) => [key, nth]))),
    )
    let scans = 0
    const scan = (): readonly Message[] => {
      scans += 1
      return messages
    }
    const asked = query(keys, { endTs: 7000, intervalMs: 10, aggregation: 'MAX' })
    const text = [...historyText(scan, () => [], asked, 'strict')].join('')
    const found: Record<string, { value: number }[]> = JSON.parse(text)
    expect(Object.keys(found)).toEqual(keys)
    expect(Object.values(found).every((points, nth) => points.length === 700 && points[0]?.value === nth)).toBe(true)
    expect(scans).toBe(3)
  })
})
