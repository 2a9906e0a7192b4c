/** @file Long: the promises of every kind of write and read, in memory and in files. */

import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saveDevice } from '../../testing/testEntities.ts'
import { makeFolder, openTestStore, STORE_KINDS } from '../../testing/testStore.ts'
import type { DeviceChange, DeviceData, HistoryQuery, Sample, TimedValue } from '../port/deviceData.ts'
import { doubleValue, numberLiteral } from '../values/numberLiteral.ts'

const plain = (values: ReadonlyMap<string, TimedValue>): Record<string, TimedValue> => Object.fromEntries(values)

const everything = (deviceId: string, asked: Partial<HistoryQuery> = {}): HistoryQuery => ({
  deviceId,
  keys: ['a', 'b'],
  startTs: 0,
  endTs: 1_000_000,
  limit: 100,
  order: 'ASC',
  aggregation: 'NONE',
  intervalMs: 0,
  ...asked,
})

describe.each(STORE_KINDS)('device values $kind', ({ open }) => {
  it('a message with records among other values is read like any other', async () => {
    const { data } = await open()
    const id = randomUUID()
    await data.saveTelemetry(id, [{ ts: 7, values: { a: 1, gw_change: { by: 'x' }, b: 2 } }])
    expect(plain(data.latest(id))).toEqual({
      ...{ a: { ts: 7, value: 1 }, b: { ts: 7, value: 2 }, gw_change: { ts: 7, value: { by: 'x' } } },
    })
    for (const keys of [['a', 'gw_change'], ['a'], ['gw_change']]) {
      expect(Object.keys(await data.history(everything(id, { keys }))).sort()).toEqual(keys)
    }
  })

  it('shows a value at once and keeps its JSON type', async () => {
    const { data } = await open()
    const id = randomUUID()
    const values: Record<string, JsonValue> = { n: 1.5, s: '', t: true, o: { a: [1, null] }, ['__proto__']: 'x' }
    const saved = data.saveTelemetry(id, [{ ts: 7, values }])
    expect(data.latest(id).get('o')).toEqual({ ts: 7, value: { a: [1, null] } })
    await saved
    const history = await data.history(everything(id, { keys: Object.keys(values) }))
    expect(Object.entries(history).map(([key, points]) => [key, points[0]?.value])).toEqual(Object.entries(values))
  })

  it('replaces a latest value only by a sample that is not older', async () => {
    const { data } = await open()
    const id = randomUUID()
    await data.saveTelemetry(id, [
      { ts: 10, values: { a: 'new', b: 1 } },
      { ts: 5, values: { a: 'old', c: 1 } },
    ])
    await data.saveTelemetry(id, [{ ts: 10, values: { b: 2 } }])
    expect(plain(data.latest(id))).toEqual({
      a: { ts: 10, value: 'new' },
      b: { ts: 10, value: 2 },
      c: { ts: 5, value: 1 },
    })
  })

  it('writes attributes of one scope and leaves other keys and scopes alone', async () => {
    const { data } = await open()
    const id = randomUUID()
    await data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 4, Vang: 3 }, 1)
    await data.saveAttributes(id, 'SHARED_SCOPE', { Mode: 0 }, 2)
    expect(plain(data.attributes(id, 'SHARED_SCOPE'))).toEqual({
      Mode: { ts: 2, value: 0 },
      Vang: { ts: 1, value: 3 },
    })
    expect(data.attributes(id, 'SERVER_SCOPE').size).toBe(0)
    expect(await data.deleteAttributes(id, 'SHARED_SCOPE', ['Mode', 'Mode', 'none'])).toEqual(['Mode'])
    expect(await data.deleteAttributes(randomUUID(), 'SHARED_SCOPE', ['Mode'])).toEqual([])
    expect([...data.attributes(id, 'SHARED_SCOPE').keys()]).toEqual(['Vang'])
  })

  it('tells listeners of telemetry at once, of attributes when they are committed, in order, until they end; one that fails harms nobody', async () => {
    const { data } = await open()
    const id = randomUUID()
    const own: string[] = []
    const all: string[] = []
    const broken = data.subscribe(id, () => {
      throw new Error('listener')
    })
    const end = data.subscribe(id, ({ kind }) => own.push(kind))
    data.subscribeAll(({ kind, deviceId }: DeviceChange) => all.push(deviceId === id ? kind : 'other'))
    const saving = [
      data.saveTelemetry(id, [{ ts: 1, values: { a: 1 } }]),
      data.saveAttributes(id, 'SERVER_SCOPE', { a: 1 }, 1),
      data.deleteAttributes(id, 'SERVER_SCOPE', ['a', 'b']),
    ]
    expect(own).toEqual(['telemetry'])
    await Promise.all(saving)
    expect(own).toEqual(['telemetry', 'attributes', 'attributesDeleted'])
    end()
    broken()
    saving.push(data.saveTelemetry(id, [{ ts: 2, values: { a: 1 } }]), data.saveTelemetry('x', [{ ts: 2, values: {} }]))
    await Promise.all(saving)
    await data.forget(id)
    expect(own).toHaveLength(3)
    expect(all).toEqual(['telemetry', 'attributes', 'attributesDeleted', 'telemetry', 'other', 'ownerDeleted'])
  })

  it('tells followers of telemetry nothing of attributes, and of attributes nothing of telemetry, but both that the device is gone', async () => {
    const { data } = await open()
    const id = randomUUID()
    const seen: string[] = []
    for (const of of ['telemetry', 'attributes'] as const) {
      data.subscribe(id, ({ kind }) => seen.push(`${of}: ${kind}`), of)
    }
    await data.saveTelemetry(id, [{ ts: 1, values: { a: 1 } }])
    await data.deleteTelemetry(id, ['a'], { startTs: 0, endTs: 9 }, { deleteLatest: true, rewriteLatest: false })
    await data.saveAttributes(id, 'SERVER_SCOPE', { a: 1 }, 1)
    await data.deleteAttributes(id, 'SERVER_SCOPE', ['a'])
    await data.forget(id)
    expect(seen).toEqual([
      ...['telemetry: telemetry', 'telemetry: telemetryDeleted', 'attributes: attributes'],
      ...['attributes: attributesDeleted', 'telemetry: ownerDeleted', 'attributes: ownerDeleted'],
    ])
  })

  it('forgets a device for good, whatever was still under way', async () => {
    const { data } = await open()
    const id = randomUUID()
    await data.saveTelemetry(id, [{ ts: 1, values: { a: 1 } }])
    const late = [data.saveTelemetry(id, [{ ts: 2, values: { a: 2 } }]), data.forget(id)]
    late.push(
      data.saveTelemetry(id, [{ ts: 3, values: { a: 3 } }]),
      data.saveAttributes(id, 'CLIENT_SCOPE', { a: 1 }, 1),
    )
    await Promise.all(late)
    expect(data.latest(id).size + data.attributes(id, 'CLIENT_SCOPE').size).toBe(0)
    expect(await data.history(everything(id))).toEqual({})
  })

  it('refuses a time that is not in whole milliseconds, alone', async () => {
    const { data } = await open()
    const id = randomUUID()
    const good = data.saveTelemetry(id, [{ ts: 1, values: { a: 1 } }])
    for (const ts of [1.5, Number.NaN, 2 ** 60]) {
      await expect(data.saveTelemetry(id, [{ ts, values: { a: 2 } }])).rejects.toThrow(RangeError)
    }
    await good
    expect(data.latest(id).get('a')?.value).toBe(1)
  })

  it('answers history from startTs up to but not at endTs, ordered and limited for each key', async () => {
    const { data } = await open()
    const id = randomUUID()
    await data.saveTelemetry(
      id,
      [30, 10, 20, 40].map((ts) => ({ ts, values: ts === 20 ? { a: ts, b: ts } : { a: ts } })),
    )
    const times = async (asked: Partial<HistoryQuery>): Promise<Record<string, number[]>> => {
      const found = await data.history(everything(id, asked))
      return Object.fromEntries(Object.entries(found).map(([key, points]) => [key, points.map(({ ts }) => ts)]))
    }
    expect(await times({ startTs: 10, endTs: 40 })).toEqual({ a: [10, 20, 30], b: [20] })
    expect(await times({ limit: 2, order: 'DESC' })).toEqual({ a: [40, 30], b: [20] })
    expect(await times({ keys: ['b', 'none'] })).toEqual({ b: [20] })
    expect(await times({ keys: [] })).toEqual({})
    expect(await times({ startTs: 40, endTs: 40 })).toEqual({})
    expect(await data.history(everything(randomUUID()))).toEqual({})
  })

  it('keeps one value for each key and moment: the one that came last', async () => {
    const { data } = await open()
    const id = randomUUID()
    await data.saveTelemetry(id, [{ ts: 5, values: { a: 1, b: 1 } }])
    await data.saveTelemetry(id, [{ ts: 5, values: { a: 2 } }])
    expect(await data.history(everything(id))).toEqual({ a: [{ ts: 5, value: 2 }], b: [{ ts: 5, value: 1 }] })
  })

  it('gives a double and a 64-bit integer back as they were sent, as latest value and from history', async () => {
    const { data } = await open()
    const id = randomUUID()
    const values = { double: numberLiteral('10.0'), big: numberLiteral('9007199254740993'), plain: 10 }
    await data.saveTelemetry(id, [{ ts: 5, values }])
    const found = await data.history(everything(id, { keys: ['double', 'big', 'plain'] }))
    const text =
      '{"double":[{"ts":5,"value":10.0}],"big":[{"ts":5,"value":9007199254740993}],"plain":[{"ts":5,"value":10}]}'
    expect(JSON.stringify(found)).toBe(text)
  })

  it.each([
    ['AVG', [1, 2.5], '1.75'],
    ['AVG', [1, 3], '2.0'],
    ['AVG', ['text', true], '0.0'],
    ['SUM', ['text', true], '0'],
    ['SUM', [1, numberLiteral('1.0')], '2.0'],
    ['SUM', [numberLiteral('9007199254740993'), 1, 1], '9007199254740995'],
    ['MIN', [1, 2.5], '1.0'],
    ['MAX', [numberLiteral('9007199254740993'), numberLiteral('9007199254740992')], '9007199254740993'],
    ['MIN', ['b', 'a'], '"a"'],
    ['COUNT', ['b', 1], '2'],
  ] as const)('[contract 7.5] folds by %s the values %j to %s', async (aggregation, sent, text) => {
    const { data } = await open()
    const id = randomUUID()
    await data.saveTelemetry(
      id,
      sent.map((value, ts) => ({ ts, values: { a: value } })),
    )
    const asked = everything(id, { keys: ['a'], startTs: 0, endTs: 10, intervalMs: 10, aggregation })
    expect(JSON.stringify(await data.history(asked))).toBe(`{"a":[{"ts":5,"value":${text}}]}`)
  })

  it('folds values into intervals, as a plain reading of the rule does', async () => {
    const { data } = await open()
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ ts: fc.nat(50), value: fc.integer({ min: -9, max: 9 }) }), {
          selector: ({ ts }) => ts,
          maxLength: 20,
        }),
        fc.nat(30),
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom('MIN' as const, 'MAX' as const, 'AVG' as const, 'SUM' as const, 'COUNT' as const),
        async (samples, startTs, length, intervalMs, aggregation) => {
          const id = randomUUID()
          await data.saveTelemetry(
            id,
            samples.map(({ ts, value }) => ({ ts, values: { a: value } })),
          )
          const asked = everything(id, { keys: ['a'], startTs, endTs: startTs + length, intervalMs, aggregation })
          expect(await data.history(asked)).toEqual(foldPlainly(samples, asked))
        },
      ),
      { numRuns: rounds({ few: 20, all: 300 }) },
    )
  })
})

/** Aggregates exactly as contract 7.5 says: each interval in turn, its samples, its middle. */
function foldPlainly(samples: readonly { ts: number; value: number }[], asked: HistoryQuery) {
  const points: TimedValue[] = []
  for (let from = asked.startTs; from < asked.endTs; from += asked.intervalMs) {
    const to = Math.min(from + asked.intervalMs, asked.endTs)
    const values = samples.filter(({ ts }) => ts >= from && ts < to).map(({ value }) => value)
    if (values.length === 0) continue
    const sum = values.reduce((total, value) => total + value, 0)
    const folded = {
      MIN: Math.min(...values),
      MAX: Math.max(...values),
      SUM: sum,
      AVG: doubleValue(sum / values.length),
      COUNT: values.length,
      NONE: 0,
    }
    points.push({ ts: from + Math.floor((to - from) / 2), value: folded[asked.aggregation] })
  }
  return points.length > 0 ? { a: points } : {}
}

describe.each(STORE_KINDS)('deleted telemetry $kind', ({ open }) => {
  it('is what was of those keys in that time, and nothing else', async () => {
    const store = await open()
    const range = fc.tuple(fc.nat(20), fc.nat(20)).map(([a, b]) => ({ startTs: Math.min(a, b), endTs: Math.max(a, b) }))
    const samples = fc.uniqueArray(fc.record({ ts: fc.nat(20), both: fc.boolean() }), { selector: ({ ts }) => ts })
    await fc.assert(
      fc.asyncProperty(
        samples,
        range,
        fc.constantFrom<string[][]>(['a'], ['a', 'b'], ['c']),
        async (given, time, keys) => {
          const id = saveDevice(store).id.id
          const written = given.map(({ ts, both }): Sample => ({ ts, values: both ? { a: ts, b: ts } : { a: ts } }))
          const saved = store.data.saveTelemetry(id, written)
          await store.data.deleteTelemetry(id, keys, time, { deleteLatest: true, rewriteLatest: true })
          await saved
          const left = (key: string) =>
            written
              .filter(
                ({ ts, values }) => key in values && !(keys.includes(key) && ts >= time.startTs && ts < time.endTs),
              )
              .map(({ ts }) => ({ ts, value: ts }))
              .toSorted((one, two) => one.ts - two.ts)
          const history = await store.data.history(everything(id))
          expect([history.a ?? [], history.b ?? []]).toEqual([left('a'), left('b')])
          expect([store.data.latest(id).get('a'), store.data.latest(id).get('b')]).toEqual([
            left('a').at(-1),
            left('b').at(-1),
          ])
        },
      ),
      { numRuns: rounds({ few: 15, all: 150 }) },
    )
  })
})

describe('device values in files', () => {
  it('stay deleted when the process ends without a word right after', async () => {
    const folder = makeFolder()
    const first = await openTestStore(folder)
    const id = saveDevice(first).id.id
    await first.data.saveTelemetry(id, [{ ts: 1, values: { a: 1, b: 1 } }])
    await first.data.deleteTelemetry(id, ['a'], { startTs: 0, endTs: 9 }, { deleteLatest: true, rewriteLatest: false })
    await first.committed()
    const copy = makeFolder()
    cpSync(folder, copy, { recursive: true })
    const second = await openTestStore(copy)
    expect(await second.data.history(everything(id))).toEqual({ b: [{ ts: 1, value: 1 }] })
    expect([...second.data.latest(id).keys()]).toEqual(['b'])
  })

  it('are the same after the store was closed and opened again', async () => {
    const folder = makeFolder()
    const written: Sample[] = Array.from({ length: 50 }, (_, i) => ({ ts: i * 1000, values: { a: i, b: `text ${i}` } }))
    const first = await openTestStore(folder)
    const id = saveDevice(first).id.id
    await first.data.saveTelemetry(id, written)
    await first.data.saveAttributes(id, 'SERVER_SCOPE', { active: true, image: '' }, 9)
    const before = await seenOf(first.data, id)
    await first.close()
    const second = await openTestStore(folder)
    expect(await seenOf(second.data, id)).toEqual(before)
    expect(second.devices.infoById(id)?.active).toBe(true)
    await second.data.saveTelemetry(id, [{ ts: 60_000, values: { a: 'more' } }])
    expect(second.data.latest(id).get('a')?.value).toBe('more')
    expect((await second.data.history(everything(id))).a).toHaveLength(51)
  })

  it('that were acknowledged while no history file could be opened are in history once one can', async () => {
    const folder = makeFolder()
    const first = await openTestStore(folder)
    const id = saveDevice(first).id.id
    const DAY_MS = 86_400_000
    // Also blocks tomorrow's file, in case the test runs at midnight.
    const inTheWay = [0, DAY_MS].map((later) =>
      join(folder, 'history', `${new Date(Date.now() + later).toISOString().slice(0, 10)}.db`),
    )
    for (const path of inTheWay) mkdirSync(path)
    await first.data.saveTelemetry(id, [{ ts: 1, values: { a: 1 } }])
    await first.data.saveTelemetry(id, [{ ts: 2, values: { a: 2 } }])
    await first.close()
    for (const path of inTheWay) rmdirSync(path)
    for (const open of [1, 2]) {
      const again = await openTestStore(folder)
      expect([open, (await again.data.history(everything(id))).a]).toEqual([
        open,
        [
          { ts: 1, value: 1 },
          { ts: 2, value: 2 },
        ],
      ])
      await again.close()
    }
  })

  it('of a device that is no more are removed at the next start', async () => {
    const folder = makeFolder()
    const first = await openTestStore(folder)
    const id = saveDevice(first).id.id
    await first.data.saveAttributes(id, 'SERVER_SCOPE', { a: 1 }, 1)
    first.devices.remove(id)
    await first.close()
    const second = await openTestStore(folder)
    expect(second.data.attributes(id, 'SERVER_SCOPE').size).toBe(0)
    await second.close()
    await expect(second.data.saveTelemetry(randomUUID(), [{ ts: 1, values: { a: 1 } }])).rejects.toThrow(/closed/)
  })
})

async function seenOf(data: DeviceData, id: string) {
  return {
    latest: plain(data.latest(id)),
    server: plain(data.attributes(id, 'SERVER_SCOPE')),
    history: await data.history(everything(id)),
  }
}
