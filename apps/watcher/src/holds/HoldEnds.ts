/**
 * @file Ends holds at their time: writes the mode to go back to, on record by whom it was held. What is known of a hold
 * only says when to look: before anything is written, hold and mode are read anew, so that a mode that a user chose
 * since is never overwritten. Of several watchers that follow a hold one ends it; the others look a moment later.
 */
import { writeChange } from '@greenwave/changes/writeChange'
import type { CallApi } from '@greenwave/client/callTypes'
import { parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import {
  type Held,
  type Hold,
  type HoldFacts,
  type HoldInForce,
  holdInForce,
  parseHeld,
} from '@greenwave/contract/records/holds'
import { CHANGE_KEY } from '@greenwave/contract/records/recordKeys'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { MODE_KEY } from '@greenwave/controller/keys'
import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { unlessRefused, type WriteQueue } from '../acts/writeQueue.ts'

/** Dependencies of `HoldEnds`. */
export interface HoldEndsDeps {
  readonly call: CallApi<'attributes' | 'saveAttributes' | 'timeseries' | 'saveTimeseries' | 'deleteAttributes'>
  /** Repeats what fails soon, since a second late is late. */
  readonly queue: WriteQueue
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Calls back once after the given time, milliseconds; returns a function that cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void
  /** The name of this watcher, another one at each start. */
  readonly by: string
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
}

/** Holds that are ended at a time. */
export const ENDS_AT_ONCE = 16
/** The longest pause before an end that failed is tried again, milliseconds. */
export const ENDS_AGAIN_MS = 1_000
/** So much later a watcher looks whether the one that should have ended a hold did, milliseconds. */
const YIELDS_MS = 1_000
/** A watcher that wrote its name on a hold ends it if that name still stands after this, milliseconds. */
const SETTLES_MS = 150
/** A refused end is tried again after this time, milliseconds. */
const AGAIN_MS = 30_000
/** Timers count no longer than this, since the platform's clock may be set meanwhile. Milliseconds. */
const LONGEST_WAIT_MS = 1_000
/** Newest changes of a junction among which the begun end of a hold is looked for. */
const NEWEST_CHANGES = 20

/** A junction that has a hold, in force or not. */
interface Followed {
  /** Note of this watcher about the hold; undefined before the first. */
  note: Held | undefined
  isNoteDue: boolean
  inForce: HoldInForce | null
  /** The end is not begun before this time, epoch milliseconds. */
  notBeforeMs: number
  cancel: (() => void) | undefined
}

function newFollowed(): Followed {
  return { note: undefined, isNoteDue: false, inForce: null, notBeforeMs: 0, cancel: undefined }
}

/** Returns when the hold in force is to be ended, epoch milliseconds; null if never. */
function dueMs({ inForce, notBeforeMs }: Followed): number | null {
  const untilMs = inForce?.hold.until ?? null
  return untilMs === null ? null : Math.max(untilMs, notBeforeMs)
}

/** Ends the holds of the junctions that are watched. */
export class HoldEnds {
  readonly #deps: HoldEndsDeps
  readonly #followed = new Map<string, Followed>()

  constructor(deps: HoldEndsDeps) {
    this.#deps = deps
  }

  /** Takes over what the attributes of a junction tell of a hold. Call it whenever one of them may have changed. */
  look(deviceId: string, facts: HoldFacts): void {
    if (!facts.hold) {
      this.unfollow(deviceId)
      return
    }
    const known = this.#followed.get(deviceId)
    const followed = known ?? newFollowed()
    this.#followed.set(deviceId, followed)
    const noted = parseHeld(facts.held?.value)
    const note =
      followed.note?.hold === facts.hold.ts || noted?.hold !== facts.hold.ts ? (followed.note ?? noted) : noted
    const inForce = holdInForce({ ...facts, held: note && { ts: facts.hold.ts, value: note } })
    if (inForce?.holdMs !== followed.inForce?.holdMs) followed.notBeforeMs = 0
    followed.inForce = inForce
    const { by } = this.#deps
    if (inForce) this.#say(deviceId, followed, { hold: inForce.holdMs, mode: inForce.modeMs, of: inForce.hold, by })
    else if (note && note.mode !== 0) this.#say(deviceId, followed, { hold: note.hold, mode: 0, by })
    this.#wait(deviceId, followed)
  }

  /** Forgets a junction. */
  unfollow(deviceId: string): void {
    this.#followed.get(deviceId)?.cancel?.()
    this.#followed.delete(deviceId)
    this.#deps.queue.drop(deviceId)
  }

  /** Ends, after what runs. Holds go on; another watcher ends them. */
  async close(withinMs: number): Promise<void> {
    for (const { cancel } of this.#followed.values()) cancel?.()
    this.#followed.clear()
    await this.#deps.queue.end(withinMs)
  }

  #say(deviceId: string, followed: Followed, note: Held): void {
    const before = followed.note
    if (before?.hold === note.hold && before.mode === note.mode) return
    followed.note = note
    followed.isNoteDue = true
    this.#ask(deviceId)
  }

  /** Asks for the end of a hold at its time. */
  #wait(deviceId: string, followed: Followed): void {
    followed.cancel?.()
    followed.cancel = undefined
    const atMs = dueMs(followed)
    if (atMs === null) return
    const ms = Math.min(LONGEST_WAIT_MS, Math.max(0, Math.ceil(atMs - this.#deps.now())))
    followed.cancel = this.#deps.after(ms, () => {
      if (this.#deps.now() < atMs) this.#wait(deviceId, followed)
      else this.#ask(deviceId)
    })
  }

  #waitUntil(deviceId: string, followed: Followed, atMs: number): void {
    followed.notBeforeMs = atMs
    this.#wait(deviceId, followed)
  }

  #ask(deviceId: string): void {
    this.#deps.queue.ask(deviceId, async () => {
      const followed = this.#followed.get(deviceId)
      if (!followed) return
      if (this.#isDue(followed)) await this.#end(deviceId, followed)
      if (followed.isNoteDue) await this.#writeNote(deviceId, followed)
    })
  }

  #isDue(followed: Followed): boolean {
    const atMs = dueMs(followed)
    return atMs !== null && this.#deps.now() >= atMs
  }

  async #writeNote(deviceId: string, followed: Followed): Promise<void> {
    const { note } = followed
    const params = { ...ofDevice(deviceId), scope: 'SERVER_SCOPE' }
    await unlessRefused(
      () => this.#deps.call('saveAttributes', { params, body: { [JUNCTION_KEYS.held]: note } }),
      (error) => this.#refused('what a hold holds', error),
    )
    if (followed.note === note) followed.isNoteDue = false
    this.#waitUntil(deviceId, followed, this.#deps.now() + SETTLES_MS)
  }

  async #end(deviceId: string, followed: Followed): Promise<void> {
    const { now, by } = this.#deps
    const [server, shared] = await Promise.all([
      this.#read(deviceId, 'SERVER_SCOPE', [JUNCTION_KEYS.hold, JUNCTION_KEYS.held]),
      this.#read(deviceId, 'SHARED_SCOPE'),
    ])
    const held = server[JUNCTION_KEYS.held]
    this.look(deviceId, { hold: server[JUNCTION_KEYS.hold], held, mode: shared[MODE_KEY] })
    const { inForce } = followed
    const untilMs = inForce?.hold.until ?? null
    if (!inForce || untilMs === null || !this.#isDue(followed)) return
    const noted = parseHeld(held?.value)
    const isNoted = noted?.hold === inForce.holdMs && noted.mode === inForce.modeMs
    if (!isNoted || noted.by !== by) {
      const othersMs = isNoted ? Math.max(untilMs, held?.ts ?? 0) + YIELDS_MS : untilMs
      if (now() >= othersMs) await this.#writeNote(deviceId, followed)
      else this.#waitUntil(deviceId, followed, othersMs)
      return
    }
    const begunMs = await this.#begun(endId(deviceId, inForce), deviceId, untilMs)
    const written = await unlessRefused(
      () => writeChange(this.#deps.call, endOf(deviceId, inForce, begunMs ?? now(), shared)),
      (error) => {
        this.#refused('the end of a hold', error)
        this.#waitUntil(deviceId, followed, now() + AGAIN_MS)
      },
    )
    if (written) this.#deps.queue.ask(`record of ${deviceId}`, () => written.settled)
  }

  /**
   * Reads when the end of a hold was begun and not finished, as after a kill between its record and the mode: the same
   * record then says what became of it. Epoch milliseconds; undefined if no such record exists.
   */
  async #begun(id: string, deviceId: string, untilMs: number): Promise<number | undefined> {
    const query = {
      ...{ keys: CHANGE_KEY, startTs: String(untilMs), endTs: String(Math.max(untilMs, this.#deps.now()) + 1) },
      ...{ limit: String(NEWEST_CHANGES), orderBy: 'DESC', agg: 'NONE' },
    }
    const { [CHANGE_KEY]: changes = [] } = await this.#deps.call('timeseries', { params: ofDevice(deviceId), query })
    const records = changes.map(({ ts, value }) => parseChangeRecord(ts, value))
    return records.find((record) => record?.id === id && record.state === 'begun')?.at
  }

  async #read(
    deviceId: string,
    scope: 'SERVER_SCOPE' | 'SHARED_SCOPE',
    keys?: readonly string[],
  ): Promise<TimedValues> {
    const read = await this.#deps.call('attributes', {
      params: { ...ofDevice(deviceId), scope },
      ...(keys && { query: { keys: keys.join() } }),
    })
    return Object.fromEntries(read.map(({ key, value, lastUpdateTs }) => [key, { ts: lastUpdateTs, value }]))
  }

  #refused(what: string, error: Error & { readonly status: number }): void {
    // A device that was just deleted is no trouble.
    if (error.status !== 404) this.#deps.onRefused(what, error)
  }
}

/** Returns the id of the change that ends a hold, the same for every watcher. */
function endId(deviceId: string, { holdMs }: HoldInForce): string {
  return `${deviceId}-hold-${holdMs}`
}

/** Returns the change that ends a hold: on record is the person who held the mode. */
function endOf(deviceId: string, inForce: HoldInForce, at: number, shared: TimedValues) {
  const { hold } = inForce
  return {
    deviceId,
    id: endId(deviceId, inForce),
    at,
    by: { id: '', name: hold.by },
    from: 'watcher',
    why: whyOf(hold),
    scope: 'SHARED_SCOPE' as const,
    present: Object.fromEntries(Object.entries(shared).map(([key, { value }]) => [key, value])),
    values: { [MODE_KEY]: hold.back ?? AUTOMATIC_MODE },
  }
}

function whyOf({ why }: Hold): string {
  return why === '' ? 'The hold ended at its time' : `The hold ended at its time: ${why}`
}
