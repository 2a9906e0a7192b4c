/** @file Long: one journal and its history files, in all the ways in which settling can go wrong. */

import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '../../limits/limits.ts'
import { WEEK_MS } from '../../testing/testEntities.ts'
import { makeFolder } from '../../testing/testStore.ts'
import { historyDays } from '../history/historyFiles.ts'
import { openHistoryFolder } from '../history/historyFolder.ts'
import { openHistoryReader } from '../history/historyReader.ts'
import { foldRows } from '../journal/foldRows.ts'
import { createStoredValues } from '../journal/storedValues.ts'
import type { ValueMap } from '../port/deviceData.ts'
import { type JournalRow, ROW_KIND } from '../port/journalRow.ts'
import type { CommitBatch } from '../port/valueStorage.ts'
import { OWN_KEYS } from '../values/sampleRows.ts'
import { sizeOfValues } from '../values/valueBytes.ts'
import { encodeEntries, encodeValues } from '../values/valueRows.ts'
import { openValueWriter } from './valueWriter.ts'

const sample = (device: number, ts: number, value: number): JournalRow => [
  device,
  ROW_KIND.sample,
  ts,
  OWN_KEYS,
  encodeEntries([['a', value]]),
]

const batch = (rows: JournalRow[], devices: CommitBatch['devices'] = []): CommitBatch => ({
  devices,
  keySets: [],
  rows,
  forgotten: [],
})

const query = (device: number) =>
  ({
    device,
    keys: ['a'],
    startTs: 0,
    endTs: 1e12,
    limit: 1000,
    order: 'ASC',
    aggregation: 'NONE',
    intervalMs: 0,
  }) as const

const record = (device: number, ts: number, text: string): JournalRow => [
  device,
  ROW_KIND.record,
  ts,
  OWN_KEYS,
  encodeEntries([['gw_cycle', text]]),
]

const RETENTION = { samplesMs: WEEK_MS, recordsMs: 400 * 86_400_000 }

const openIn = (folder: string) =>
  openValueWriter({
    telemetryFile: join(folder, 'telemetry.db'),
    historyFolder: folder,
    retention: RETENTION,
    settleAfterWrites: 1e6,
  })

const storedRows = (folder: string): string => {
  const reader = openHistoryReader(join(folder, 'telemetry.db'), folder)
  try {
    return reader.read(query(1), [])
  } finally {
    reader.close()
  }
}

describe('the value writer', () => {
  it('settles everything when it closes', () => {
    const folder = makeFolder()
    const writer = openIn(folder)
    writer.commit(batch([sample(1, 10, 1), sample(1, 20, 2)], [[1, 'one']]))
    expect(writer.recentSamples(1, 0, 100)).toHaveLength(2)
    writer.close()
    expect(storedRows(folder)).toBe('{"a":[{"ts":10,"value":1},{"ts":20,"value":2}]}')
    const again = openIn(folder)
    expect(again.db.prepare('SELECT count(*) AS n FROM journal').get()?.n).toBe(0)
    again.close()
  })

  it('finds what was committed and not settled when it is opened again', () => {
    const folder = makeFolder()
    const crashed = openIn(folder)
    crashed.commit(batch([sample(1, 10, 1)], [[1, 'one']]))
    crashed.db.close()
    const writer = openIn(folder)
    expect(writer.recentSamples(1, 0, 100)).toEqual([sample(1, 10, 1)])
    writer.close()
    expect(storedRows(folder)).toBe('{"a":[{"ts":10,"value":1}]}')
  })

  it('takes none of a batch that fails, and the next one whole', () => {
    const folder = makeFolder()
    const writer = openIn(folder)
    const poisoned: JournalRow = [1, ROW_KIND.sample, 0.5, OWN_KEYS, '[]']
    expect(() => writer.commit(batch([sample(1, 10, 1), poisoned], [[1, 'one']]))).toThrow(/cannot store REAL/)
    expect(writer.recentSamples(1, 0, 100)).toEqual([])
    writer.commit(batch([sample(1, 20, 2)], [[1, 'one']]))
    writer.close()
    expect(storedRows(folder)).toBe('{"a":[{"ts":20,"value":2}]}')
  })

  it('erases the samples of a forgotten device in steps', () => {
    const folder = makeFolder()
    const writer = openIn(folder)
    const many = Array.from({ length: 4500 }, (_, i) => sample(1, i, i))
    writer.commit(
      batch(
        [...many, sample(2, 1, 7)],
        [
          [1, 'one'],
          [2, 'two'],
        ],
      ),
    )
    writer.close()
    const again = openIn(folder)
    again.commit({ ...batch([]), forgotten: [1] })
    let steps = 0
    while (again.work()) steps += 1
    expect(steps).toBeGreaterThan(2)
    again.close()
    expect(storedRows(folder)).toBe('{}')
    const reader = openHistoryReader(join(folder, 'telemetry.db'), folder)
    expect(reader.read(query(2), [])).toBe('{"a":[{"ts":1,"value":7}]}')
    reader.close()
  })
})

/** Rows that cannot be moved yet stay where they are; nothing acknowledged is lost. */
describe('a history file that cannot be opened', () => {
  const night = Date.parse('2026-03-10T23:59:00Z')
  const morning = Date.parse('2026-03-11T00:01:00Z')
  const setClock = (now: number): unknown => vi.useFakeTimers({ toFake: ['Date'], now })
  afterEach(() => vi.useRealTimers())

  const journalRows = (writer: ReturnType<typeof openIn>): unknown =>
    writer.db.prepare('SELECT count(*) AS n FROM journal').get()?.n
  /** Works until nothing is left to settle. */
  const settle = (writer: ReturnType<typeof openIn>): void => {
    while (writer.work());
  }
  const openEager = (folder: string) =>
    openValueWriter({
      telemetryFile: join(folder, 'telemetry.db'),
      historyFolder: folder,
      retention: RETENTION,
      settleAfterWrites: 1,
    })

  it('at the first round after a start: all values wait in the journal, and reach history once it can', () => {
    const folder = makeFolder()
    setClock(night)
    const inTheWay = join(folder, '2026-03-10.db')
    mkdirSync(inTheWay)
    const writer = openEager(folder)
    writer.commit(batch([sample(1, 10, 1)], [[1, 'one']]))
    expect(() => writer.work()).toThrow(/2026-03-10\.db cannot be opened/)
    writer.commit(batch([sample(1, 20, 2)]))
    expect(() => writer.work()).toThrow(/cannot be opened/)
    expect(journalRows(writer)).toBe(2)
    expect(writer.recentSamples(1, 0, 100)).toHaveLength(2)
    rmdirSync(inTheWay)
    settle(writer)
    expect(journalRows(writer)).toBe(0)
    expect(storedRows(folder)).toBe('{"a":[{"ts":10,"value":1},{"ts":20,"value":2}]}')
    writer.close()
  })

  it('at midnight: the day before stays usable, and the new day is taken up without a restart', () => {
    const folder = makeFolder()
    setClock(night)
    const writer = openEager(folder)
    writer.commit(batch([sample(1, 10, 1)], [[1, 'one']]))
    settle(writer)
    setClock(morning)
    const inTheWay = join(folder, '2026-03-11.db')
    mkdirSync(inTheWay)
    writer.commit(batch([sample(1, 20, 2)]))
    expect(() => writer.work()).toThrow(/2026-03-11\.db cannot be opened/)
    expect(() => writer.work()).toThrow(/2026-03-11\.db cannot be opened/)
    expect(journalRows(writer)).toBe(1)
    expect(writer.history.current()?.isOpen).toBe(true)
    rmdirSync(inTheWay)
    settle(writer)
    expect(storedRows(folder)).toBe('{"a":[{"ts":10,"value":1},{"ts":20,"value":2}]}')
    writer.close()
  })

  it('when a clock goes back over midnight: the file of that day is used again', () => {
    const folder = makeFolder()
    const writer = openEager(folder)
    for (const [n, now] of [night, morning, night, morning].entries()) {
      setClock(now)
      writer.commit(batch([sample(1, n, n)], n === 0 ? [[1, 'one']] : []))
      settle(writer)
    }
    writer.close()
    expect(Object.keys(JSON.parse(storedRows(folder)).a)).toHaveLength(4)
  })

  it('when the platform ends: its files are closed, and the next start settles what waits', () => {
    const folder = makeFolder()
    setClock(night)
    const inTheWay = join(folder, '2026-03-10.db')
    mkdirSync(inTheWay)
    const writer = openEager(folder)
    writer.commit(batch([sample(1, 10, 1), sample(1, 20, 2)], [[1, 'one']]))
    expect(() => writer.close()).toThrow(/cannot be opened/)
    expect(writer.db.isOpen).toBe(false)
    rmdirSync(inTheWay)
    openEager(folder).close()
    expect(storedRows(folder)).toBe('{"a":[{"ts":10,"value":1},{"ts":20,"value":2}]}')
  })

  it('when it was deleted while the platform writes: what it should have got stays in the journal', () => {
    const folder = makeFolder()
    setClock(night)
    const writer = openEager(folder)
    writer.commit(batch([sample(1, 10, 1)], [[1, 'one']]))
    settle(writer)
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `2026-03-10.db${suffix}`))
    writer.commit(batch([sample(1, 20, 2)]))
    writer.work()
    expect(() => writer.work()).toThrow(/was removed or replaced/)
    expect(journalRows(writer)).toBe(1)
    writer.db.close()
    openEager(folder).close()
    expect(storedRows(folder)).toBe('{"a":[{"ts":20,"value":2}]}')
  })

  it('and one that is not open at all takes nothing in silence', () => {
    const history = openHistoryFolder(makeFolder(), RETENTION, () => [])
    expect(() => history.insert([sample(1, 10, 1)])).toThrow(/No history file is open/)
  })
})

describe('bytes that wait in the journal', () => {
  const large = (device: number, ts: number, characters = 500_000, key = `k${ts}`): JournalRow => [
    device,
    ROW_KIND.sample,
    ts,
    OWN_KEYS,
    encodeEntries([[key, 'x'.repeat(characters)]]),
  ]
  const devices: CommitBatch['devices'] = [
    [1, 'one'],
    [2, 'two'],
  ]
  const timesOf = (folder: string, device: number, recent: readonly JournalRow[]): number[] => {
    const reader = openHistoryReader(join(folder, 'telemetry.db'), folder)
    try {
      const keys = Array.from({ length: 40 }, (_, ts) => `k${ts}`)
      const found: Record<string, { ts: number }[]> = JSON.parse(reader.read({ ...query(device), keys }, recent))
      return Object.values(found).flatMap((points) => points.map(({ ts }) => ts))
    } finally {
      reader.close()
    }
  }

  it('are settled in short steps also when they are of one device', () => {
    const folder = makeFolder()
    const writer = openIn(folder)
    const rows = Array.from({ length: 36 }, (_, ts) => large(1, ts, 500_000, 'k0'))
    writer.commit(batch(rows, devices))
    let steps = 0
    while (writer.work()) {
      steps += 1
      expect(timesOf(folder, 1, writer.recentSamples(1, 0, 100))).toHaveLength(36)
    }
    expect(steps).toBeGreaterThan(36 / 5)
    expect(writer.unsettledBytes()).toBe(0)
    writer.close()
  })

  it('of a run that was killed are settled step by step beside new ones, and every reader finds them meanwhile', () => {
    const folder = makeFolder()
    const killed = openIn(folder)
    killed.commit(
      batch(
        [0, 1, 2, 3, 4, 5, 6, 7].flatMap((ts) => [large(1, ts), large(2, ts)]),
        devices,
      ),
    )
    killed.db.close()
    const writer = openIn(folder)
    expect(writer.unsettledBytes()).toBe(0)
    writer.commit(batch([large(1, 8)]))
    let steps = 0
    do {
      for (const [device, count] of [
        [1, 9],
        [2, 8],
      ] as const) {
        expect(timesOf(folder, device, writer.recentSamples(device, 0, 100))).toHaveLength(count)
      }
      steps += 1
    } while (writer.work() && steps < 100)
    expect(steps).toBeGreaterThan(4)
    expect(writer.db.prepare('SELECT count(*) AS n FROM journal WHERE device = 2').get()?.n).toBe(0)
    writer.close()
    expect(timesOf(folder, 1, [])).toHaveLength(9)
  })

  it('of a run that was killed become latest values up to the budget of a device, and history whole', () => {
    const folder = makeFolder()
    const killed = openIn(folder)
    killed.commit(
      batch(
        Array.from({ length: 8 }, (_, ts) => large(1, ts)),
        devices,
      ),
    )
    const stored = createStoredValues(killed.db)
    killed.db.close()
    const writer = openIn(folder)
    const latest = createStoredValues(writer.db).values(1, 'latest')
    expect(sizeOfValues(latest)).toBeGreaterThan(LIMITS.deviceValueBytes.value / 2)
    expect(sizeOfValues(latest)).toBeLessThanOrEqual(LIMITS.deviceValueBytes.value)
    expect(stored.deviceIds()).toEqual(['one', 'two'])
    while (writer.work());
    expect(createStoredValues(writer.db).values(1, 'latest')).toEqual(latest)
    writer.close()
    expect(timesOf(folder, 1, [])).toHaveLength(8)
  })

  it('hold acknowledgements back beyond their budget until enough is settled', () => {
    const folder = makeFolder()
    const writer = openIn(folder)
    const half = LIMITS.unsettledBytes.value / 2
    writer.commit(batch([large(1, 1, half)], devices))
    expect(writer.isFull()).toBe(false)
    writer.commit(batch([large(2, 1, half)]))
    expect(writer.isFull()).toBe(true)
    while (writer.isFull()) expect(writer.work()).toBe(true)
    expect(writer.unsettledBytes()).toBeLessThanOrEqual(LIMITS.unsettledBytes.value)
    writer.close()
  })

  it('that somebody waits for are settled first', () => {
    const folder = makeFolder()
    const writer = openIn(folder)
    writer.commit(batch([large(1, 1), large(1, 2), large(2, 1)], devices))
    writer.hurry(2)
    while (writer.recentBytes(2) > 0) writer.work()
    expect(writer.recentSamples(1, 0, 100)).toHaveLength(2)
    writer.close()
    expect(timesOf(folder, 1, [])).toEqual([1, 2])
  })
})

describe('folding journal rows', () => {
  const row = fc.oneof(
    fc.tuple(fc.constant(ROW_KIND.sample), fc.nat(5), fc.constantFrom('a', 'b'), fc.nat(9)),
    fc.tuple(fc.constant(ROW_KIND.attributes), fc.nat(5), fc.constantFrom('a', 'b'), fc.nat(9)),
    fc.tuple(
      fc.constantFrom(ROW_KIND.wholeLatest, ROW_KIND.wholeAttributes),
      fc.nat(5),
      fc.constantFrom('a', 'b'),
      fc.nat(9),
    ),
  )

  it('gives the same when some or all rows are folded in again', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 12 }),
        fc.nat(12),
        fc.constantFrom('latest' as const, 0),
        (drawn, cut, part) => {
          const rows = drawn.map(([kind, ts, key, value]): JournalRow => {
            const whole = kind === ROW_KIND.wholeLatest || kind === ROW_KIND.wholeAttributes
            const body = whole ? encodeValues(new Map([[key, { ts, value }]])) : encodeEntries([[key, value]])
            return [1, kind, ts, OWN_KEYS, body]
          })
          const fold = (folded: JournalRow[], earlier: ValueMap): ValueMap =>
            foldRows(
              folded,
              part,
              () => [],
              () => new Map(earlier),
            )
          const once = fold(rows, new Map())
          const begun = fold(rows.slice(0, cut), new Map())
          expect(fold(rows, begun)).toEqual(once)
          expect(fold(rows, once)).toEqual(once)
        },
      ),
    )
  })

  it('gives the same whether or not messages that the next one replaces are read', () => {
    const message = fc.record({ ts: fc.nat(3), keySet: fc.constantFrom(OWN_KEYS, 1, 2), value: fc.nat(9) })
    const keySets = (id: number): string[] => (id === 1 ? ['a', 'b'] : ['b', 'c'])
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.nat(3), (messages, earlierTs) => {
        const rows = messages.map(({ ts, keySet, value }): JournalRow => {
          const body = keySet === OWN_KEYS ? encodeEntries([['a', value]]) : JSON.stringify([value, value + 1])
          return [1, ROW_KIND.sample, ts, keySet, body]
        })
        // With a budget every message is read.
        const fold = (budget: number): ValueMap =>
          foldRows(rows, 'latest', keySets, () => new Map([['b', { ts: earlierTs, value: 77 }]]), budget)
        expect([...fold(Number.POSITIVE_INFINITY)]).toEqual([...fold(Number.MAX_SAFE_INTEGER)])
      }),
    )
  })
})

describe('history files', () => {
  const DAY_MS = 86_400_000
  const noon = Date.parse('2026-03-10T12:00:00Z')

  it('are one for each day of arrival, and leave when their newest sample has expired', () => {
    const folder = makeFolder()
    const history = openHistoryFolder(folder, { ...RETENTION, samplesMs: 2 * DAY_MS }, () => [])
    const file = (day: string): boolean => existsSync(join(folder, `${day}.db`))
    history.turnTo(noon)
    history.insert([sample(1, 5, 1)])
    history.turnTo(noon + 2 * DAY_MS)
    expect([file('2026-03-10'), file('2026-03-12')]).toEqual([true, true])
    history.turnTo(noon + 3 * DAY_MS)
    expect([file('2026-03-10'), file('2026-03-12'), file('2026-03-13')]).toEqual([false, true, true])
    history.close()
  })

  it('of records are one for each month, and stay when samples of the same day have expired', () => {
    const folder = makeFolder()
    openIn(folder).close()
    const history = openHistoryFolder(folder, RETENTION, () => [])
    history.turnTo(noon)
    history.insert([sample(1, 5, 1), record(1, 5, 'one')])
    const names = (): string[] => historyDays(folder)
    expect(names()).toEqual(['2026-03-10', 'records-2026-03'])
    history.turnTo(noon + 8 * DAY_MS)
    expect(names()).toEqual(['2026-03-18', 'records-2026-03'])
    history.turnTo(noon + 30 * DAY_MS)
    history.insert([record(1, 6, 'two')])
    expect(names()).toEqual(['2026-04-09', 'records-2026-03', 'records-2026-04'])
    const reader = openHistoryReader(join(folder, 'telemetry.db'), folder)
    const read = (key: string) => JSON.parse(reader.read({ ...query(1), keys: [key] }, [record(1, 7, 'three')]))
    expect(read('gw_cycle')).toEqual({
      gw_cycle: [
        { ts: 5, value: 'one' },
        { ts: 6, value: 'two' },
        { ts: 7, value: 'three' },
      ],
    })
    expect(read('a')).toEqual({})
    reader.close()
    const endOfMarch = Date.parse('2026-04-01T00:00:00Z')
    history.turnTo(endOfMarch + 400 * DAY_MS - 1)
    expect(names()).toContain('records-2026-03')
    history.turnTo(endOfMarch + 400 * DAY_MS + DAY_MS)
    expect(names()).toEqual(['2027-05-05', '2027-05-07', 'records-2026-04'])
    history.close()
  })

  it('of records are settled from the journal like samples, and deleted with their device', () => {
    const folder = makeFolder()
    const writer = openIn(folder)
    writer.commit({ devices: [[1, 'one']], keySets: [], rows: [sample(1, 10, 1), record(1, 10, 'one')], forgotten: [] })
    expect(writer.recentSamples(1, 0, 100)).toHaveLength(2)
    writer.close()
    const reader = openHistoryReader(join(folder, 'telemetry.db'), folder)
    const both = { ...query(1), keys: ['a', 'gw_cycle'] }
    expect(JSON.parse(reader.read(both, []))).toEqual({
      a: [{ ts: 10, value: 1 }],
      gw_cycle: [{ ts: 10, value: 'one' }],
    })
    reader.close()
    const next = openIn(folder)
    next.commit({ devices: [], keySets: [], rows: [], forgotten: [1] })
    while (next.work());
    next.close()
    const after = openHistoryReader(join(folder, 'telemetry.db'), folder)
    expect(after.read(both, [])).toBe('{}')
    after.close()
  })

  it('are read together; of two values of one moment the one that arrived later counts', () => {
    const folder = makeFolder()
    openIn(folder).close()
    const history = openHistoryFolder(folder, RETENTION, () => [])
    history.turnTo(noon)
    history.insert([sample(1, 10, 1), sample(1, 30, 1)])
    history.turnTo(noon + DAY_MS)
    history.insert([sample(1, 20, 2), sample(1, 30, 2)])
    history.close()
    const reader = openHistoryReader(join(folder, 'telemetry.db'), folder)
    const recent = [sample(1, 40, 3), sample(1, 40, 4)]
    const values = (order: 'ASC' | 'DESC', limit: number): number[] => {
      const found: { a: { value: number }[] } = JSON.parse(reader.read({ ...query(1), order, limit }, recent))
      return found.a.map(({ value }) => value)
    }
    expect(values('ASC', 10)).toEqual([1, 2, 2, 4])
    expect(values('DESC', 3)).toEqual([4, 2, 2])
    expect(reader.read({ ...query(1), aggregation: 'SUM', intervalMs: 1e12 }, recent)).toContain('"value":9')
    reader.close()
  })
})

describe('history while the clock is wrong', () => {
  const DAY_MS = 86_400_000
  const noon = Date.parse('2026-03-10T12:00:00Z')
  afterEach(() => vi.useRealTimers())

  /** Opens a writer whose clocks the test sets; each `write` is one value, settled a minute later. */
  function openAt(folder: string, now: number) {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now })
    const writer = openIn(folder)
    let n = 0
    const days = (): string[] =>
      readdirSync(folder)
        .filter((name) => /^\d.*\.db$/.test(name))
        .sort()
    return {
      writer,
      days,
      write: (): void => {
        n += 1
        writer.commit(batch([sample(1, n, n)], n === 1 ? [[1, 'one']] : []))
        vi.advanceTimersByTime(61_000)
        while (writer.work());
      },
      /** Moves the wall clock forward or back without letting time pass. */
      set: (ms: number) => vi.setSystemTime(Date.now() + ms),
      pass: (ms: number) => vi.advanceTimersByTime(ms),
    }
  }

  it('put 30 days forward for a minute and back: no file expires, all stays readable, and the file of the future does in time', () => {
    const folder = makeFolder()
    const { writer, days, write, set, pass } = openAt(folder, noon)
    write()
    set(30 * DAY_MS)
    write()
    expect(days()).toEqual(['2026-03-10.db', '2026-04-09.db'])
    set(-30 * DAY_MS)
    write()
    expect(days()).toEqual(['2026-03-10.db', '2026-04-09.db'])
    expect(JSON.parse(storedRows(folder)).a).toHaveLength(3)
    for (let day = 1; day <= 9; day += 1) {
      pass(DAY_MS)
      write()
    }
    expect(days()[0]).toBe('2026-03-12.db')
    expect(days()).not.toContain('2026-04-09.db')
    writer.close()
  })

  it('put forward for good: files expire once the new time has lasted for a day', () => {
    const folder = makeFolder()
    const { writer, days, write, set, pass } = openAt(folder, noon)
    write()
    set(30 * DAY_MS)
    write()
    pass(DAY_MS / 2)
    write()
    expect(days()).toContain('2026-03-10.db')
    pass(DAY_MS / 2)
    write()
    write()
    expect(days()).not.toContain('2026-03-10.db')
    writer.close()
  })

  it('put forward while the platform is stopped: no file expires before that has lasted for a day either', () => {
    const folder = makeFolder()
    const first = openAt(folder, noon)
    first.write()
    first.writer.close()
    const second = openAt(folder, noon + 30 * DAY_MS)
    second.write()
    expect(second.days()).toContain('2026-03-10.db')
    second.writer.close()
    const third = openAt(folder, noon + 120_000)
    third.write()
    expect(third.days()).toEqual(['2026-03-10.db', '2026-04-09.db'])
    third.writer.close()
  })

  it('a clock that began in 1970: what was written by it does not expire when it is set right', () => {
    const folder = makeFolder()
    const { writer, days, write, set } = openAt(folder, noon)
    write()
    set(-noon)
    write()
    set(noon)
    write()
    expect(days()).toEqual(['2026-03-10.db'])
    expect(JSON.parse(storedRows(folder)).a).toHaveLength(3)
    writer.close()
  })
})
