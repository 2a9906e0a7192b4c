import { writeDeviceTime } from '@greenwave/controller/attributes'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { LAMP_KEYS, TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { DEFAULT_TIME_ZONE, setTimeZone } from '@greenwave/controller/timeZone'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { messagesIn } from './frameValues.ts'
import { secondInText } from './secondInText.ts'

const EIGHT = Date.UTC(2026, 10, 22, 1, 0, 0)

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

/** The values of a second. */
function second(clockMs: number, counts: readonly unknown[]): Record<string, unknown> {
  return {
    ...Object.fromEntries(LAMP_KEYS.map((key, place) => [key, counts[place] ?? 0])),
    ...writeDeviceTime(localTimeAt(clockMs)),
  }
}

function dataOf(values: Record<string, unknown>, ts: number): Record<string, [number, string][]> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [[ts, String(value)]]]))
}

/** The second in the text of a frame, as this and as the parser read it. */
function bothOf(data: unknown, receivedMs: number) {
  const head = '{"subscriptionId":7,"errorCode":0,"errorMsg":null,"data":'
  const text = `${head}${JSON.stringify(data)},"latestValues":{"T_D1":5}}`
  const parsed = messagesIn(JSON.parse(text).data, receivedMs)
  return { read: structuredClone(secondInText(text, head.length, receivedMs)), parsed }
}

test('a second is read as it is parsed, its keys in any order, by clocks of any zone', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 9, maxLength: 9 })
  const atMs = fc.integer({ min: Date.UTC(2000, 1, 1), max: Date.UTC(2100, 10, 30) })
  const keys = fc.shuffledSubarray([...TELEMETRY_KEYS], { minLength: TELEMETRY_KEYS.length })
  const zones = fc.constantFrom(DEFAULT_TIME_ZONE, 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu')
  let read = 0
  fc.assert(
    fc.property(counts, atMs, keys, zones, fc.nat(90_000), (values, clockMs, order, zone, lateMs) => {
      setTimeZone(zone)
      const whole = second(Math.floor(clockMs / 1000) * 1000, values)
      const both = bothOf(dataOf(Object.fromEntries(order.map((key) => [key, whole[key]])), clockMs), clockMs + lateMs)
      if (both.read) expect([both.read]).toEqual(both.parsed)
      // Only within a day of a change of clocks it is left to the parser.
      if (both.read) read += 1
      else expect(zone).not.toBe(DEFAULT_TIME_ZONE)
    }),
  )
  expect(read).toBeGreaterThan(50)
})

test('what is no usual second is left to the parser, or read as it is parsed', () => {
  const values = second(EIGHT, [0, 0, 27, 30, 0, 0, 60, 0, 0])
  const oddValue = fc.oneof(
    fc.constantFrom('', ' 1', '1 ', '-1', '+1', '1.5', '1e2', '007', '1000', '12345', 'true', 'null', '"', '\\', '٣'),
    fc.string(),
    fc.integer(),
  )
  const oddKey = fc.oneof(fc.constantFrom(...TELEMETRY_KEYS), fc.constantFrom('', 'Mode', 'T_D10', 'T_D'), fc.string())
  fc.assert(
    fc.property(fc.array(fc.tuple(oddKey, oddValue), { maxLength: 2 }), fc.nat(3), (odd, drops) => {
      const kept = Object.entries(values).slice(odd.length === 0 ? drops : 0)
      const { read, parsed } = bothOf(dataOf({ ...Object.fromEntries(kept), ...Object.fromEntries(odd) }, EIGHT), EIGHT)
      if (read) expect([read]).toEqual(parsed)
    }),
  )
})

test.each([
  ['two times', { ...dataOf(second(EIGHT, []), EIGHT), Second: [[EIGHT + 1, '0']] }],
  [
    'two samples of a key',
    {
      ...dataOf(second(EIGHT, []), EIGHT),
      Second: [
        [EIGHT, '0'],
        [EIGHT - 1, '0'],
      ],
    },
  ],
  ['a deleted key', { ...dataOf(second(EIGHT, []), 0) }],
  ['a number without quotes', { ...dataOf(second(EIGHT, []), EIGHT), Second: [[EIGHT, 0]] }],
  ['a missing lamp', { ...dataOf(second(EIGHT, []), EIGHT), T_D1: undefined }],
  ['a day that does not exist', { ...dataOf({ ...second(EIGHT, []), Month: 2, Day: 30 }, EIGHT) }],
  ['a minute that does not exist', { ...dataOf({ ...second(EIGHT, []), Minute: 60 }, EIGHT) }],
  ['nothing', {}],
  ['null', null],
  ['a list', []],
])('a frame with %s is left to the parser', (_, data) => {
  expect(secondInText(JSON.stringify({ data }), '{"data":'.length, EIGHT)).toBeNull()
})

test('a text that ends anywhere is left to the parser', () => {
  const text = `${JSON.stringify(dataOf(second(EIGHT, []), EIGHT))}`
  expect(secondInText(text, 0, EIGHT)).not.toBeNull()
  for (let length = 0; length < text.length; length += 1)
    expect(secondInText(text.slice(0, length), 0, EIGHT)).toBeNull()
})
