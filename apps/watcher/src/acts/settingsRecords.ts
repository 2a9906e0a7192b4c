/** The settings in force at one junction as they are to be recorded: when they change, and once a day. */
import { createHash } from 'node:crypto'
import {
  SETTINGS_EVERY_MS,
  type SettingsRecord,
  writeSettingsRecord,
} from '@greenwave/contract/records/settingsRecords'
import type { KnownSettings } from '@greenwave/observer/force'
import { settingsInForce } from '@greenwave/observer/recordedSettings'

/** A controller reports what it took in several messages; they are one change. Milliseconds. */
const SETTLED_AFTER_MS = 5_000
/** Changes that are recorded at once, and how soon one more is: a controller that never rests must not fill the disk. */
const MOST_AT_ONCE = 20
const ONE_MORE_MS = 1_800_000

/** A record that is to be written. */
export interface DueSettings {
  /** Epoch milliseconds. */
  readonly ts: number
  readonly value: object
  /** Equal for equal settings. */
  readonly text: string
}

/** The recorded settings of one junction. */
export class SettingsRecords {
  readonly #delayMs: number
  #known: KnownSettings | null | undefined
  /** State known when a record was last requested. */
  #asked: KnownSettings | null | undefined
  /** Since when there may be a change that is not recorded, platform's time; null if there is none. */
  #noticedMs: number | null = null
  /** The newest record, of which only a digest is kept; null if there is none; undefined while that is not known. */
  #last: { readonly ts: number; readonly digest: string } | null | undefined
  #room = MOST_AT_ONCE
  #roomMs = 0

  /** @param delayMs the record of a day is written so long after its time, so that thousands are no burst */
  constructor(delayMs: number) {
    this.#delayMs = delayMs
  }

  /** Takes over what is known of the settings. */
  fold(known: KnownSettings | null | undefined, nowMs: number): void {
    if (known === this.#known) return
    this.#known = known
    this.#noticedMs ??= nowMs
  }

  /** Begins to record, with the newest record that the platform has. */
  begin(last: SettingsRecord | undefined): void {
    this.#last = last ? { ts: last.ts, digest: digestOf(JSON.stringify(writeSettingsRecord(last))) } : null
  }

  /** Says that the watcher ends: what changed is recorded at once. */
  end(): void {
    if (this.#noticedMs !== null) this.#noticedMs = Number.NEGATIVE_INFINITY
  }

  /** Whether something may have to be written. Cheap enough to ask each second. */
  isDue(nowMs: number): boolean {
    if (!this.#known || this.#last === undefined) return false
    const isChanged = this.#noticedMs !== null && nowMs - this.#noticedMs >= SETTLED_AFTER_MS
    return this.#isDailyDue(nowMs) || (isChanged && this.#roomAt(nowMs) > 0)
  }

  /** Next record to write; undefined for none. Call before each write. */
  due(nowMs: number): DueSettings | undefined {
    if (!this.isDue(nowMs)) return undefined
    this.#asked = this.#known
    const inForce = this.#known && settingsInForce(this.#known.attributes)
    if (!inForce) return this.#settle()
    const value = writeSettingsRecord(inForce)
    const text = JSON.stringify(value)
    const today = dayOf(nowMs)
    const last = this.#last
    if (!last) return { ts: Math.max(inForce.ts, today), value, text }
    if (digestOf(text) !== last.digest) return { ts: inForce.ts > last.ts ? inForce.ts : nowMs, value, text }
    return this.#isDailyDue(nowMs) ? { ts: today, value, text } : this.#settle()
  }

  /** Takes over that a record was written, or refused for good. */
  written({ ts, text }: DueSettings, nowMs: number): void {
    const digest = digestOf(text)
    this.#room = this.#roomAt(nowMs) - (this.#last?.digest === digest ? 0 : 1)
    this.#roomMs = nowMs
    if (this.#asked === this.#known) this.#noticedMs = null
    this.#last = { ts, digest }
  }

  #settle(): undefined {
    this.#noticedMs = null
  }

  #isDailyDue(nowMs: number): boolean {
    return (this.#last?.ts ?? 0) < dayOf(nowMs - this.#delayMs)
  }

  #roomAt(nowMs: number): number {
    return Math.min(MOST_AT_ONCE, this.#room + Math.max(0, nowMs - this.#roomMs) / ONE_MORE_MS)
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function dayOf(ms: number): number {
  return Math.floor(ms / SETTINGS_EVERY_MS) * SETTINGS_EVERY_MS
}
