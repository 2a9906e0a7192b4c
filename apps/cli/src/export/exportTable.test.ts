import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfTests } from '@greenwave/harness/ofTest'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { EVENTS_TABLE } from '@greenwave/evidence/tables/events'
import { secondsTable } from '@greenwave/evidence/tables/seconds'
import { type Cell, csvHead, csvLines, type HistorySource, type Table } from '@greenwave/evidence/tables/table'
import { KeptHistory } from '@greenwave/evidence/testing/keptHistory'
import { EIGHT } from '@greenwave/observer/testing/scene'
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { beforeAll, describe, expect, test } from 'vitest'
import { exportTable } from './exportTable.ts'

const history = new KeptHistory(1500, (second) => second % 500 > 480)
const SECONDS = secondsTable({ withMissing: false })
const SPAN = { fromMs: EIGHT, untilMs: EIGHT + 1_500_000 }

const folder = folderOfTests()
let rows: (readonly Cell[])[]
beforeAll(async () => {
  rows = []
  for await (const step of SECONDS.rows(history.source, SPAN)) rows.push(...step.rows)
})

const resumed: number[] = []
const run = (
  out: string,
  format: 'csv' | 'parquet',
  more: { table?: Table; source?: HistorySource; request?: string } = {},
) =>
  exportTable({
    ...{ table: SECONDS, source: history.source, span: SPAN, format, out, isOverwritten: false, request: 'a request' },
    ...{ onProgress: () => {}, onResumed: (fraction: number) => void resumed.push(fraction) },
    ...more,
  })

/** Returns a source that breaks off after so many calls. */
function breaking(after: number): HistorySource {
  let left = after
  const call = playedCalls((_, args) => {
    left -= 1
    if (left < 0) throw new Error('the network is gone')
    return history.source.call('timeseries', args as Parameters<HistorySource['call']>[1])
  })
  return { ...history.source, call }
}

/** A table of so many rows, in steps of a thousand. */
const long = (count: number): Table => ({
  columns: [
    { name: 'time', type: 'moment' },
    { name: 'what', type: 'text' },
    { name: 'count', type: 'whole' },
  ],
  async *rows(source, { fromMs, untilMs }) {
    for (let ms = fromMs; ms < Math.min(untilMs, EIGHT + count * 1000); ms += 1_000_000) {
      await source.call('timeseries', { params: { entityType: 'DEVICE', entityId: 'a' }, query: {} })
      const step = Array.from({ length: 1000 }, (_, n): Cell[] => [ms + n * 1000, n % 3 === 0 ? null : `row ${n}`, n])
      yield { rows: step, untilMs: ms + 1_000_000 }
    }
  },
})

const readParquet = async (path: string) => parquetReadObjects({ file: await asyncBufferFromFile(path) })

describe('an export', () => {
  test('as CSV has every row once', async () => {
    const out = join(folder, 'all.csv')
    expect(await run(out, 'csv')).toBe(rows.length)
    expect(readFileSync(out, 'utf8')).toBe(csvHead(SECONDS.columns) + csvLines(SECONDS.columns, rows))
    expect([existsSync(`${out}.part`), existsSync(`${out}.part.json`)]).toEqual([false, false])
  })

  test('as Parquet has the same rows, with their types', async () => {
    const out = join(folder, 'all.parquet')
    await run(out, 'parquet')
    const read = await readParquet(out)
    expect(read).toHaveLength(rows.length)
    expect(read[0]).toMatchObject({
      time: new Date(EIGHT),
      phase_1: 'green',
      T_X1: 30,
      plan: 1,
      mode: null,
      source: 'samples',
    })
    const times = SECONDS.columns.map(({ name }) => name).indexOf('time')
    expect(read.map(({ time }) => (time as Date).getTime())).toEqual(rows.map((row) => row[times]))
  })

  test('that broke off anywhere goes on, and leaves the same bytes', async () => {
    const whole = readFileSync(join(folder, 'all.csv'))
    for (const after of [0, 3, 4]) {
      const out = join(folder, `broken ${after}.csv`)
      resumed.length = 0
      await expect(run(out, 'csv', { source: breaking(after) })).rejects.toThrow('the network is gone')
      expect(existsSync(out)).toBe(false)
      // What was written after the last note was not finished.
      if (existsSync(`${out}.part.json`)) writeFileSync(`${out}.part`, 'half a line', { flag: 'a' })
      await run(out, 'csv')
      expect(readFileSync(out).equals(whole)).toBe(true)
      expect([after, resumed.length]).toEqual([after, after > 3 ? 1 : 0])
    }
  })

  test('as Parquet is written in groups of rows as they fill, and goes on behind the last one', async () => {
    const [table, span] = [long(14_000), { fromMs: EIGHT, untilMs: EIGHT + 14_000_000 }]
    const [whole, broken] = [join(folder, 'long.parquet'), join(folder, 'broken.parquet')]
    const more = { table, span }
    await run(whole, 'parquet', more)
    await expect(run(broken, 'parquet', { ...more, source: breaking(12) })).rejects.toThrow('the network is gone')
    resumed.length = 0
    await run(broken, 'parquet', more)
    expect(resumed).toEqual([11 / 14])
    expect(readFileSync(broken).equals(readFileSync(whole))).toBe(true)
    const { row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(broken))
    expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([10_800, 200, 3_000])
  })

  test('is never written over another file, nor gone on with as another one', async () => {
    const out = join(folder, 'taken.csv')
    writeFileSync(out, 'mine')
    await expect(run(out, 'csv')).rejects.toThrow(/exists already: add --overwrite/)
    expect(readFileSync(out, 'utf8')).toBe('mine')
    const other = join(folder, 'other.csv')
    await expect(run(other, 'csv', { source: breaking(4) })).rejects.toThrow('the network is gone')
    await expect(run(other, 'csv', { request: 'another' })).rejects.toThrow(/is of another export/)
    await expect(run(join(folder, 'no', 'such', 'folder.csv'), 'csv')).rejects.toThrow(/cannot be written/)
  })

  test('of nothing is a file with a heading', async () => {
    const out = join(folder, 'events.csv')
    expect(await run(out, 'csv', { table: EVENTS_TABLE })).toBe(0)
    expect(readFileSync(out, 'utf8')).toMatch(/^\uFEFFat,kind,/)
    await run(join(folder, 'events.parquet'), 'parquet', { table: EVENTS_TABLE })
    expect(await readParquet(join(folder, 'events.parquet'))).toEqual([])
  })
})
