import { parseSettingsRecord, SETTINGS_EVERY_MS } from '@greenwave/contract/records/settingsRecords'
import { knownSettings } from '@greenwave/observer/force'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SettingsRecords } from './settingsRecords.ts'

const DAY = Date.UTC(2026, 10, 22)
const DELAY_MS = 60_000
type Values = Readonly<Record<string, { readonly ts: number; readonly value: string }>>
type Kept = Map<number, object>

const known = (client: Values) => knownSettings({ shared: {}, client })
const at = (ts: number, values: Readonly<Record<string, number>>): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts, value: String(value) }]))

/** Writes all that is due into what a platform keeps. */
function write(records: SettingsRecords, kept: Kept, nowMs: number): void {
  for (let due = records.due(nowMs); due; due = records.due(nowMs)) {
    kept.set(due.ts, due.value)
    records.written(due, nowMs)
  }
}

function newest(kept: Kept) {
  const ts = Math.max(...kept.keys())
  return kept.size === 0 ? undefined : parseSettingsRecord(ts, kept.get(ts))
}

/** A watcher that begins with what is kept. */
function watcher(kept: Kept, client: Values, nowMs: number): SettingsRecords {
  const records = new SettingsRecords(DELAY_MS)
  records.fold(known(client), nowMs)
  records.begin(newest(kept))
  return records
}

describe('the settings in force', () => {
  test('are recorded first, at each change with its time, and once a day', () => {
    const kept: Kept = new Map()
    const before = at(DAY - 86_400_000, { Mode: 4, Vang: 3 })
    const records = watcher(kept, before, DAY + 3_600_000)
    write(records, kept, DAY + 3_600_000)
    expect([...kept]).toEqual([[DAY, { v: 1, reported: { Mode: 4, Vang: 3 } }]])

    const changedMs = DAY + 7_200_000
    records.fold(known({ ...before, ...at(changedMs, { Vang: 4 }) }), changedMs + 20)
    expect(records.isDue(changedMs + 4000)).toBe(false)
    write(records, kept, changedMs + 5020)
    expect(kept.get(changedMs)).toEqual({ v: 1, reported: { Mode: 4, Vang: 4 } })

    expect(records.isDue(DAY + SETTINGS_EVERY_MS + DELAY_MS - 1)).toBe(false)
    write(records, kept, DAY + SETTINGS_EVERY_MS + DELAY_MS)
    expect([...kept.keys()]).toEqual([DAY, changedMs, DAY + SETTINGS_EVERY_MS])
  })

  test('that are only reported again are not recorded again', () => {
    const kept: Kept = new Map()
    const records = watcher(kept, at(DAY, { Mode: 4 }), DAY)
    write(records, kept, DAY)
    for (let ms = DAY; ms < DAY + 600_000; ms += 10_000) {
      records.fold(known(at(ms, { Mode: 4 })), ms)
      write(records, kept, ms + 5000)
    }
    expect(kept.size).toBe(1)
  })

  test('of several messages are one change, and one that the watcher cannot wait for is recorded when it ends', () => {
    const kept: Kept = new Map()
    const records = watcher(kept, at(DAY, { Mode: 4 }), DAY)
    write(records, kept, DAY)
    records.fold(known(at(DAY + 1000, { Mode: 4, Vang: 3 })), DAY + 1000)
    records.fold(known(at(DAY + 2000, { Mode: 4, Vang: 3, Do_cong: 2 })), DAY + 2000)
    write(records, kept, DAY + 3000)
    expect(kept.size).toBe(1)
    records.end()
    write(records, kept, DAY + 3000)
    expect([...kept.keys()]).toEqual([DAY, DAY + 2000])
  })

  test('of a controller without any are not recorded, and nothing is before it is known what there is', () => {
    const records = new SettingsRecords(DELAY_MS)
    records.fold(known(at(DAY, { Mode: 4 })), DAY)
    expect(records.isDue(DAY + 100_000)).toBe(false)
    records.begin(undefined)
    expect(records.isDue(DAY + 100_000)).toBe(true)
    const none = new SettingsRecords(DELAY_MS)
    none.fold(known({}), DAY)
    none.begin(undefined)
    expect(none.due(DAY + 100_000)).toBeUndefined()
  })

  test('of a controller that never rests take less than 0.1 MB a day, and the last ones are recorded all the same', () => {
    const kept: Kept = new Map()
    const all = Object.fromEntries(
      [1, 2, 3, 4, 5, 6]
        .flatMap((n) => [1, 2, 3].flatMap((x) => [`Pr${n}_X${x}`, `Start_Pr${n}_X${x}`]))
        .map((key) => [key, 100]),
    )
    const records = watcher(kept, at(DAY, all), DAY)
    for (let ms = DAY; ms < DAY + SETTINGS_EVERY_MS; ms += 2_000) {
      records.fold(known(at(ms, { ...all, Vang: ms % 7 })), ms)
      write(records, kept, ms)
    }
    expect(JSON.stringify([...kept]).length).toBeLessThan(100_000)
    write(records, kept, DAY + SETTINGS_EVERY_MS + 1_800_000)
    expect(newest(kept)?.reported.Vang).toBe((DAY + SETTINGS_EVERY_MS - 2000) % 7)
  })

  test('are the same values at the same times, whoever watches, and however often watchers are killed', () => {
    const change = fc.record({
      after: fc.integer({ min: 6_000, max: 50_000_000 }),
      vang: fc.integer({ min: 1, max: 4 }),
    })
    const run = (changes: readonly { after: number; vang: number }[], restarts: readonly boolean[]): Kept => {
      const kept: Kept = new Map()
      let client = at(DAY - 5, { Mode: 4, Vang: 3 })
      let nowMs = DAY + DELAY_MS
      let records = watcher(kept, client, nowMs)
      write(records, kept, nowMs)
      for (const [nth, { after, vang }] of changes.entries()) {
        // The day's records are written at their time, by whoever watches then.
        for (const until = nowMs + after; nowMs < until; nowMs = Math.min(until, nowMs + 3_600_000)) {
          write(records, kept, nowMs)
        }
        client = { ...client, ...at(nowMs, { Vang: vang }) }
        if (restarts[nth]) records = watcher(kept, client, nowMs + 300)
        else records.fold(known(client), nowMs)
        write(records, kept, nowMs + 5_300)
      }
      return kept
    }
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), fc.array(fc.boolean(), { maxLength: 8 }), (changes, restarts) => {
        expect(run(changes, restarts)).toEqual(run(changes, []))
      }),
      { numRuns: 60 },
    )
  })
})
