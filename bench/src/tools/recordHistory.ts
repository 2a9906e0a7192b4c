/**
 * Fills the history of a platform with what a watcher records of many controllers in months, and with raw seconds of some
 * in the last days, by the platform's own writer of history files. So it takes minutes instead of months.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DAY_MS, midnightOf } from '@greenwave/observer/conformity/days'
import { CYCLE_KEY } from '@greenwave/contract/records/cycleRecords'
import { DAY_KEY } from '@greenwave/contract/records/daySums'
import { EVENT_KEY } from '@greenwave/contract/records/eventRecords'
import { SETTINGS_EVERY_MS, SETTINGS_KEY } from '@greenwave/contract/records/settingsRecords'
import { localTimeAt } from '@greenwave/controller/deviceClock'
import { LAMP_KEYS, TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { lampsAt } from '@greenwave/controller/lamps'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { writeLamps } from '@greenwave/controller/telemetry'
import type { PlatformProcess } from '@greenwave/harness/platformProcess'
import { openHistoryFolder } from '@greenwave/platform/data/history/historyFolder'
import { createHistoryRegister } from '@greenwave/platform/data/history/historyRegister'
import { type JournalRow, ROW_KIND } from '@greenwave/platform/data/port/journalRow'
import { createKeySets } from '@greenwave/platform/data/values/sampleRows'
import { RECORDED_CYCLE_SECONDS, RECORDED_SETTINGS, recordedDays, SETTINGS_TEXT } from './recordedDays.ts'

/** What is written. */
export interface HistoryPlan {
  /** Ids of the devices that have records. */
  readonly deviceIds: readonly string[]
  /** Local days that are over, up to yesterday. */
  readonly days: number
  /** How many of the devices have raw seconds, too. */
  readonly rawDevices: number
  /** Days of raw seconds, up to now. */
  readonly rawDays: number
  /** Epoch milliseconds. */
  readonly nowMs: number
}

/** Rows that are committed together. */
const ROWS_AT_ONCE = 20_000

/**
 * Writes the history of a platform that it stops before and starts again afterwards. Resolves with the first day that has
 * records.
 */
export async function fillHistory(platform: PlatformProcess, plan: HistoryPlan): Promise<{ readonly fromMs: number }> {
  await platform.end()
  const db = new DatabaseSync(join(platform.dataDir, 'telemetry.db'))
  const numbers = plan.deviceIds.map((id) => deviceNumber(db, id))
  const sets = Object.fromEntries(
    [CYCLE_KEY, EVENT_KEY, SETTINGS_KEY, DAY_KEY].map((key) => [key, keySetOf(db, [key])]),
  )
  const rawSet = keySetOf(db, TELEMETRY_KEYS)
  const retention = { samplesMs: Number.POSITIVE_INFINITY, recordsMs: Number.POSITIVE_INFINITY }
  const history = openHistoryFolder(
    join(platform.dataDir, 'history'),
    retention,
    createKeySets(db),
    createHistoryRegister(db),
  )
  let rows: JournalRow[] = []
  const put = (row: JournalRow): void => {
    rows.push(row)
    if (rows.length >= ROWS_AT_ONCE) flush()
  }
  const flush = (): void => {
    history.insert(rows)
    rows = []
  }
  const today = midnightOf(plan.nowMs)
  const kinds = recordedDays()
  const fromMs = today - plan.days * DAY_MS
  for (const month of monthsOf(fromMs, plan.days)) {
    // Values stand in the file of the month in which they came, device by device.
    history.turnTo(month.arrivedMs)
    for (const [nth, number] of numbers.entries()) {
      for (const dayMs of month.days) {
        const day = kinds[Math.floor(nth * 5 + dayMs / DAY_MS) % kinds.length]
        if (!day) continue
        const record = (ts: number, key: string, text: string): void =>
          put([number, ROW_KIND.record, ts, sets[key] ?? 0, `[${text}]`])
        for (const { atMs, text } of day.cycles) record(dayMs + atMs, CYCLE_KEY, text)
        for (const { atMs, text } of day.events(dayMs)) record(dayMs + atMs, EVENT_KEY, text)
        record(Math.ceil(dayMs / SETTINGS_EVERY_MS) * SETTINGS_EVERY_MS, SETTINGS_KEY, SETTINGS_TEXT)
        record(dayMs, DAY_KEY, day.sums(dayMs))
      }
    }
    flush()
  }
  writeRaw()
  history.close()
  db.close()
  await platform.restart()
  return { fromMs }

  function writeRaw(): void {
    const lamps = lampTexts()
    const rawNumbers = numbers.slice(0, plan.rawDevices)
    const firstMs = Math.floor((plan.nowMs - plan.rawDays * DAY_MS) / DAY_MS) * DAY_MS
    for (let dayMs = firstMs; dayMs < plan.nowMs; dayMs += DAY_MS) {
      history.turnTo(dayMs)
      for (const number of rawNumbers) {
        for (let ts = dayMs; ts < Math.min(dayMs + DAY_MS, plan.nowMs); ts += 1000) {
          const { year, month, day, hour, minute, second } = localTimeAt(ts)
          const ofDay = hour * 3600 + minute * 60 + second
          const clock = `${year},${month},${day},${hour},${minute},${second}`
          put([number, ROW_KIND.sample, ts, rawSet, `[${lamps[ofDay % RECORDED_CYCLE_SECONDS]},${clock}]`])
        }
      }
      flush()
    }
    history.turnTo(plan.nowMs)
  }
}

/** Returns the nine countdowns of each second of the cycle, as text. */
function lampTexts(): readonly string[] {
  const { programs, clearance } = parseSettings(RECORDED_SETTINGS)
  return Array.from({ length: RECORDED_CYCLE_SECONDS }, (_, second) => {
    const values = programs[0] ? writeLamps(lampsAt(programs[0], clearance, second)) : {}
    return LAMP_KEYS.map((key) => values[key] ?? 0).join(',')
  })
}

interface Month {
  readonly arrivedMs: number
  readonly days: readonly number[]
}

function monthsOf(fromMs: number, days: number): readonly Month[] {
  const all = Array.from({ length: days }, (_, nth) => fromMs + nth * DAY_MS)
  const months = Map.groupBy(all, (dayMs) => new Date(dayMs).toISOString().slice(0, 'yyyy-mm'.length))
  return [...months.values()].map((ofMonth) => ({ arrivedMs: ofMonth[0] ?? fromMs, days: ofMonth }))
}

function deviceNumber(db: DatabaseSync, id: string): number {
  db.prepare('INSERT OR IGNORE INTO devices (id) VALUES (?)').run(id)
  return Number(db.prepare('SELECT no FROM devices WHERE id = ?').get(id)?.no)
}

function keySetOf(db: DatabaseSync, keys: readonly string[]): number {
  const text = JSON.stringify(keys)
  db.prepare('INSERT OR IGNORE INTO key_sets (keys) VALUES (?)').run(text)
  return Number(db.prepare('SELECT id FROM key_sets WHERE keys = ?').get(text)?.id)
}
