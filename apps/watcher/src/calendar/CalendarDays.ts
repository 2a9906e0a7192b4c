/**
 * @file Sends what each day of the calendars needs. `kindOfDay` decides for each junction from its attributes and the time.
 * Settings are read some minutes before, and anew if the live connection shows that they changed, so that only writes are
 * left at the moment itself. One watcher of a share sends, by a lease. A killed watcher leaves the record of the change,
 * the values or the note behind, and the next one goes on from what is there, so that no day is sent twice. Long: one
 * junction's way from a look to its note.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  alikeUntilMs,
  type KindFacts,
  type KindOfDay,
  kindNoteOf,
  kindOfDay,
  slotMs,
  whyOf,
} from '@greenwave/changes/calendar/kindOfDay'
import { SENT_BEFORE_MIN } from '@greenwave/changes/calendar/sending'
import { finishChange, writeChange } from '@greenwave/changes/writeChange'
import type { CallApi } from '@greenwave/client/callTypes'
import { patiently } from '@greenwave/client/patiently'
import { listRows } from '@greenwave/client/listPages'
import {
  type Calendar,
  type JunctionKinds,
  parseCalendarAsset,
  parseJunctionKinds,
} from '@greenwave/contract/records/calendars'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { type KindNote, RAN_KIND_KEY, switchKey as noteKey, writeRanKind } from '@greenwave/contract/records/kindNotes'
import { CALENDAR_TYPE, CHANGE_KEY, KIND_KEY } from '@greenwave/contract/records/recordKeys'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { textHash } from '@greenwave/contract/text'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { CONFIRM_WITHIN_MS, reportsAnything, sameValue } from '@greenwave/controller/delivery'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { OffCalendar } from '@greenwave/observer/rule'
import type { Logger } from 'pino'
import type { ShareLease } from '../acts/shareLease.ts'
import { errorMessage, unlessRefused, type WriteQueue } from '../acts/writeQueue.ts'
import type { Share } from '../fleet/share.ts'
import { moreAtOnce } from './stages.ts'
import { switchNoteOf } from './switchNote.ts'

/** A junction as the calendar sees it. */
export interface DayJunction {
  readonly id: string
  readonly isReady: boolean
  readonly phaseNames: PhaseNames
  readonly calendarFacts: {
    /** Text of `gw_kinds`. */
    readonly kinds: string | undefined
    readonly note: KindNote | undefined
    readonly shared: TimedValues
    readonly client: TimedValues
    readonly connected: boolean
  }
  setOffCalendar(off: OffCalendar | null, nowMs: number): void
}

/** Dependencies of `CalendarDays`. */
export interface CalendarDaysDeps {
  readonly call: CallApi<WatcherCall>
  readonly share: Share
  /** Sends settings. */
  readonly queue: WriteQueue
  /** Writes notes, which are less urgent. */
  readonly notes: WriteQueue
  readonly lease: Pick<ShareLease, 'isHeld' | 'otherMs' | 'take' | 'leave'>
  /** Resolves after some milliseconds. */
  readonly rest: (ms: number) => Promise<void>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
}

/** The note of a calendar is compared this often, milliseconds. */
const NOTES_EVERY_MS = 5_000
/** Settings that are sent at once, and notes that are written at once. */
export const DAYS_AT_ONCE = 16
export const DAY_NOTES_AT_ONCE = 4
/** The longest pause before a sending that failed is tried again, milliseconds. */
export const DAYS_AGAIN_MS = 2_000
const PAGE_ROWS = 20
/** Junctions that are looked at in one turn, some milliseconds. */
const LOOKS_A_TURN = 40
/** The lease is taken so long before the first sending, and again after this time, milliseconds. */
const LEASE_BEFORE_MS = 15_000
const RENEWED_MS = 4_000
/** Junctions are released this often, milliseconds. */
const RELEASES_MS = 200
/** Settings are read at least so long before they are sent, and the reads are spread over so long, milliseconds. */
const READ_BEFORE_MS = 120_000
const READS_LAST_MS = 600_000
/** A controller that reports nothing in this time after its settings were written has failed, milliseconds. */
const ANSWERS_WITHIN_MS = CONFIRM_WITHIN_MS + 5_000
/** Frames of what was sent arrive within this time, milliseconds. */
const SHOWN_WITHIN_MS = 60_000
/** The platform took what was sent at most so long before its answer arrived, milliseconds. */
const SENT_IN_MS = 20_000
/** A junction that waits longer than this to be sent to is noted as due, milliseconds. */
const NOTED_AFTER_MS = 60_000
/** The platform refused: tried again after this time, milliseconds. */
const REFUSED_AGAIN_MS = 300_000
/** Switches are forgotten after this time, milliseconds. */
const FORGOTTEN_AFTER_MS = 6 * 3_600_000
/** Newest changes of a junction among which a begun one is looked for. */
const NEWEST_CHANGES = 20

/** A calendar, and when its content changed while it was followed; 0 if before. */
interface FollowedCalendar {
  readonly assetId: string
  readonly name: string
  readonly calendar: Calendar
  readonly text: string
  readonly changedMs: number
}

/** A junction of a calendar. */
interface Followed {
  readonly junction: DayJunction
  day: KindOfDay | undefined
  /** Note that was written, until the platform shows it. */
  note: KindNote | undefined
  /** Note of what was sent, until it is written. */
  sentNote: KindNote | undefined
  lookMs: number
  kinds: string | undefined
  /** `kinds` as parsed, kept only around a switch: those of thousands would take memory. */
  parsed: JunctionKinds | undefined
  /** Key of its calendar; undefined where `kinds` cannot be read. */
  calendar: string | undefined
  /** Since when it waits to be sent to; 0: it does not. */
  wantedMs: number
  /** Whether a sending was begun, and did not end. */
  isTried: boolean
  /** Nothing is sent before this time. */
  notBeforeMs: number
  /** When it is sent to next, and until when that makes no difference on the street; epoch milliseconds. */
  sendMs: number
  alikeMs: number
  /** JSON of the shared attributes as read before they are needed. */
  read: string | undefined
  /** Resolves when the record of what was sent last is complete. */
  settled: Promise<void> | undefined
  /** What was sent last, which the live connection may not show yet. */
  sent: SentValues | undefined
  /** When the settings of its kinds changed while it was followed, epoch milliseconds; 0 if before. */
  kindsMs: number
}

/** Settings that were sent, and when: epoch milliseconds. */
interface SentValues {
  readonly atMs: number
  readonly values: KindOfDay['values']
}
/** Settings that were sent, and what the controller shows of them: looked for again only when it may have changed. */
interface SentOne extends SentValues {
  outcome: 'confirmed' | 'failed' | 'underWay' | 'over'
  /** Whether attributes came since the last look, and whether that was after the time to answer. */
  isHeard: boolean
  isLate: boolean
}
/** Junctions of one switch that this watcher sent to. */
type SentTo = Map<string, SentOne>

/** Follows the kind of day of the junctions of a share. */
export class CalendarDays {
  readonly #deps: CalendarDaysDeps
  readonly #calendars = new Map<string, FollowedCalendar>()
  readonly #followed = new Map<string, Followed>()
  readonly #due = new Set<string>()
  readonly #wanting = new Set<string>()
  readonly #sending = new Set<string>()
  readonly #sent = new Map<string, SentTo>()
  readonly #stopped = new Set<string>()
  #tickedMs = 0
  #releasedMs = 0
  #takenMs = Number.NEGATIVE_INFINITY
  /** Notes of calendars as written, and when they were last compared. */
  readonly #noted = new Map<string, string>()
  #notedMs = 0
  #isTaking = false
  #hasCalendars = false
  #isEnded = false

  constructor(deps: CalendarDaysDeps) {
    const { call, rest } = deps
    // What is begun ends before anything else begins, or a limit of calls would let no junction get through.
    const patient = ((name, ...args) => patiently(() => call(name, ...args), rest)) as CallApi<WatcherCall>
    this.#deps = { ...deps, call: patient }
  }

  /** Reads the calendars of the tenant. Of two with one key the older one counts. */
  async fetchCalendars(): Promise<void> {
    const { call, now, log } = this.#deps
    const found = new Map<string, FollowedCalendar>()
    const assets = listRows((page) =>
      call('tenantAssets', {
        query: { type: CALENDAR_TYPE, pageSize: PAGE_ROWS, page, sortProperty: 'createdTime', sortOrder: 'ASC' },
      }),
    )
    for await (const asset of assets) {
      const { record: calendar, problems } = parseCalendarAsset(asset)
      if (problems) log.warn(`The calendar ${asset.name} cannot be used: ${problems[0]?.problem ?? ''}`)
      if (!calendar || found.has(calendar.key)) continue
      const before = this.#calendars.get(calendar.key)
      const text = JSON.stringify(calendar)
      const changedMs = before?.text === text ? before.changedMs : this.#hasCalendars ? now() : 0
      found.set(calendar.key, { assetId: asset.id.id, name: asset.name, calendar, text, changedMs })
    }
    this.#hasCalendars = true
    const isChanged =
      found.size !== this.#calendars.size ||
      [...found].some(([key, { text }]) => this.#calendars.get(key)?.text !== text)
    this.#calendars.clear()
    for (const [key, one] of found) this.#calendars.set(key, one)
    if (isChanged) for (const id of this.#followed.keys()) this.#due.add(id)
  }

  /** Takes over the attributes of a junction. Call it whenever one of them may have changed. */
  look(junction: DayJunction): void {
    const { kinds, note } = junction.calendarFacts
    const known = this.#followed.get(junction.id)
    if (kinds === undefined && note === undefined) {
      if (known) this.unfollow(junction.id)
      return
    }
    const followed = known ?? newFollowed(junction)
    if (known && followed.kinds !== kinds) followed.kindsMs = this.#deps.now()
    if (!known || followed.kinds !== kinds) followed.calendar = parseJunctionKinds(kinds)?.calendar
    if (followed.kinds !== kinds) followed.parsed = undefined
    followed.kinds = kinds
    followed.note = note
    for (const sent of this.#sent.values()) {
      const one = sent.get(junction.id)
      if (one) one.isHeard = true
    }
    this.#followed.set(junction.id, followed)
    this.#due.add(junction.id)
  }

  /** Forgets a junction. */
  unfollow(id: string): void {
    const { junction } = this.#followed.get(id) ?? {}
    junction?.setOffCalendar(null, this.#deps.now())
    this.#followed.delete(id)
    for (const set of [this.#due, this.#wanting, this.#sending]) set.delete(id)
    this.#deps.queue.drop(id)
    this.#deps.notes.drop(id)
    this.#deps.notes.drop(readLane(id))
  }

  /** Lets time pass. Call it many times a second. */
  tick(nowMs: number): void {
    if (this.#isEnded || this.#followed.size === 0) return
    if (nowMs - this.#tickedMs >= 1000 || nowMs < this.#tickedMs) {
      this.#tickedMs = nowMs
      let isSoon = false
      for (const [id, { lookMs, sendMs }] of this.#followed) {
        if (lookMs <= nowMs) this.#due.add(id)
        isSoon ||= sendMs > nowMs && sendMs <= nowMs + LEASE_BEFORE_MS
      }
      // It takes a second and a half to be sure of it.
      if (isSoon) this.#keepLease(nowMs)
      if (Math.abs(nowMs - this.#notedMs) >= NOTES_EVERY_MS) this.#noteSwitches(nowMs)
    }
    if (Math.abs(nowMs - this.#releasedMs) >= RELEASES_MS) this.#release(nowMs)
    let left = LOOKS_A_TURN
    for (const id of this.#due) {
      if (left === 0) return
      left -= 1
      this.#due.delete(id)
      const followed = this.#followed.get(id)
      if (followed?.junction.isReady) this.#evaluate(followed, nowMs)
    }
  }

  /** Ends, after what runs. Another watcher goes on. */
  async close(withinMs: number): Promise<void> {
    this.#isEnded = true
    this.#wanting.clear()
    await this.#deps.queue.end(withinMs)
    await this.#deps.notes.end(withinMs)
    await this.#deps.lease.leave().catch(() => undefined)
  }

  #factsOf(of: Followed, nowMs: number) {
    const { junction, note: written, sentNote, kindsMs, calendar: key, sent } = of
    const followed = key === undefined ? undefined : this.#calendars.get(key)
    const kinds = followed && (of.parsed ?? parseJunctionKinds(of.kinds))
    of.parsed = isNear(of, nowMs) ? kinds : undefined
    if (!followed || !kinds) return undefined
    const { client, connected, ...live } = junction.calendarFacts
    const shared = sent && nowMs - sent.atMs < SHOWN_WITHIN_MS ? withSent(live.shared, sent) : live.shared
    const changedMs = Math.max(followed.changedMs, kindsMs)
    const { calendar } = followed
    const note = sentNote ?? written
    const facts: KindFacts = {
      ...{ calendar, kinds: kinds.kinds, junction: junction.id, shared, client, note, connected, changedMs, nowMs },
    }
    return facts
  }

  #evaluate(followed: Followed, nowMs: number): void {
    const { junction } = followed
    const { id } = junction
    const facts = this.#factsOf(followed, nowMs)
    if (!facts) {
      followed.lookMs = Number.POSITIVE_INFINITY
      followed.sendMs = Number.POSITIVE_INFINITY
      followed.sentNote = undefined
      junction.setOffCalendar(null, nowMs)
      if (followed.note) this.#deps.notes.ask(id, () => this.#removeNote(id))
      return
    }
    const day = kindOfDay(facts)
    followed.day = day
    followed.lookMs = Math.min(day.lookAtMs, day.sendAtMs ?? day.lookAtMs)
    junction.setOffCalendar(day.deviates, nowMs)
    followed.sendMs = day.sendAtMs ?? day.next?.sendAtMs ?? Number.POSITIVE_INFINITY
    const isWanted = day.sendAtMs !== null && day.sendAtMs <= nowMs
    if (!isWanted) this.#readAhead(followed, nowMs)
    if (isWanted) {
      followed.lookMs = Math.min(day.lookAtMs, Math.max(nowMs + NOTED_AFTER_MS, followed.notBeforeMs))
      if (followed.wantedMs === 0) followed.alikeMs = alikeUntilMs(facts, day)
      followed.wantedMs ||= nowMs
      if (!this.#sending.has(id) && followed.notBeforeMs <= nowMs) this.#wanting.add(id)
    } else {
      followed.wantedMs = 0
      this.#wanting.delete(id)
    }
    if (isWanted && nowMs - followed.wantedMs < NOTED_AFTER_MS) return
    if (!isNoted(followed.note, noteAfter(facts, day))) this.#deps.notes.ask(id, () => this.#writeNote(id))
  }

  /** Reads the settings of a junction that is sent to soon. Reads of many are spread. */
  #readAhead(followed: Followed, nowMs: number): void {
    const { id } = followed.junction
    const atMs = followed.sendMs - READ_BEFORE_MS - (textHash(id) % READS_LAST_MS)
    if (atMs > nowMs) {
      followed.read = undefined
      followed.lookMs = Math.min(followed.lookMs, atMs)
    } else if (followed.read === undefined && followed.sendMs > nowMs) {
      this.#deps.notes.ask(readLane(id), async () => {
        if (followed.read !== undefined) return
        const shared = await this.#readShared(id)
        followed.read = shared && JSON.stringify(valuesOf(shared))
      })
    }
  }

  #noteSwitches(nowMs: number): void {
    this.#notedMs = nowMs
    for (const [key, { assetId, calendar }] of this.#calendars) {
      const days = [...this.#followed.values()].flatMap((one) => (one.calendar === key && one.day ? [one.day] : []))
      const note = switchNoteOf(calendar, days)
      const text = JSON.stringify(note)
      if (this.#noted.get(key) === text || (days.length === 0 && !this.#noted.has(key))) continue
      this.#deps.notes.ask(`switch ${key}`, async () => {
        const { i, n } = this.#deps.share
        const params = { entityType: 'ASSET', entityId: assetId, scope: 'SERVER_SCOPE' } as const
        await unlessRefused(
          () => this.#deps.call('saveAttributes', { params, body: { [noteKey(i, n)]: note } }),
          (error) => this.#deps.onRefused('the note of a calendar', error),
        )
        this.#noted.set(key, text)
      })
    }
  }

  /** Sends to as many junctions as the stages of their switches allow. */
  #release(nowMs: number): void {
    this.#releasedMs = nowMs
    if (this.#wanting.size + this.#sending.size === 0) return
    for (const [key, sent] of this.#sent)
      if ([...sent.values()].every(({ atMs }) => nowMs - atMs > FORGOTTEN_AFTER_MS)) this.#sent.delete(key)
    this.#keepLease(nowMs)
    if (!this.#deps.lease.isHeld) return
    for (const [key, ids] of Map.groupBy(this.#wanting, (id) => this.#switchOf(id))) {
      if (key === undefined) continue
      const more = this.#mayBeSent(key, nowMs)
      if (more === 0) continue
      // First those that would soon show a program of neither day.
      const alikeMs = (id: string) => this.#followed.get(id)?.alikeMs ?? 0
      for (const id of ids.toSorted((a, b) => alikeMs(a) - alikeMs(b)).slice(0, more)) {
        this.#wanting.delete(id)
        this.#sending.add(id)
        this.#deps.queue.ask(id, () => this.#send(id))
      }
    }
  }

  #keepLease(nowMs: number): void {
    if (this.#isTaking || Math.abs(nowMs - this.#takenMs) < RENEWED_MS) return
    this.#isTaking = true
    this.#takenMs = nowMs
    this.#deps.lease
      .take()
      .catch((error: unknown) =>
        this.#deps.log.warn(`The right to send a day could not be taken: ${errorMessage(error)}`),
      )
      .finally(() => {
        this.#isTaking = false
      })
  }

  #switchOf(id: string): string | undefined {
    const { day, calendar } = this.#followed.get(id) ?? {}
    return day && calendar !== undefined ? switchKey(calendar, day) : undefined
  }

  #mayBeSent(key: string, nowMs: number): number {
    const [, ofCalendar] = key.split('/')
    const underWay = [...this.#sending].filter((id) => this.#switchOf(id) === key).length
    const counts = { confirmed: 0, failed: 0, underWay, over: 0 }
    for (const [id, sent] of this.#sent.get(key) ?? []) {
      this.#lookAfter(id, sent, nowMs)
      counts[sent.outcome] += 1
    }
    const junctions = [...this.#followed.values()].filter(({ calendar }) => calendar === ofCalendar).length
    const more = moreAtOnce(junctions, counts)
    if (more === null && !this.#stopped.has(key)) {
      this.#stopped.add(key)
      this.#deps.log.warn(`${key} stopped: ${counts.failed} junctions did not take its settings`)
    }
    return more ?? 0
  }

  #lookAfter(id: string, sent: SentOne, nowMs: number): void {
    const { junction } = this.#followed.get(id) ?? {}
    const isLate = nowMs - sent.atMs >= ANSWERS_WITHIN_MS
    if (sent.outcome === 'confirmed' || (junction && !sent.isHeard && sent.isLate === isLate)) return
    sent.isHeard = false
    sent.isLate = isLate
    const { shared, client, connected } = junction?.calendarFacts ?? {}
    // What another user wrote since says nothing.
    if (!client || !connected || !shared || !hasAll(shared, sent.values)) sent.outcome = 'over'
    else if (hasAll(client, sent.values) || (isLate && !reportsAnything(client))) sent.outcome = 'confirmed'
    else sent.outcome = isLate ? 'failed' : 'underWay'
  }

  async #send(id: string): Promise<void> {
    const followed = this.#followed.get(id)
    if (!followed) return
    try {
      await this.#sendTo(followed)
    } finally {
      this.#sending.delete(id)
      this.#due.add(id)
    }
  }

  async #sendTo(followed: Followed): Promise<void> {
    const { call, now, lease, notes, onRefused } = this.#deps
    const { id, phaseNames } = followed.junction
    if (!lease.isHeld) return
    const shared = this.#isUnchanged(followed) ? undefined : await this.#readShared(id)
    if (shared) followed.read = JSON.stringify(valuesOf(shared))
    const facts = this.#factsOf(followed, now())
    if (!facts || followed.read === undefined) return
    const present: Readonly<Record<string, unknown>> = JSON.parse(followed.read)
    const day = kindOfDay(shared ? { ...facts, shared } : facts)
    const { rule } = day.slot
    if (!rule || day.sendAtMs === null || day.sendAtMs > now()) return
    const mayHaveBeenSent = followed.isTried || lease.otherMs >= firstMsOf(day)
    followed.isTried = true
    const before = mayHaveBeenSent ? await this.#fetchOwn(id, day) : []
    const changeId = `${ownId(id, day)}${textHash(JSON.stringify([rule.kind, day.values])).toString(36)}`
    // One record of a sending, however often it was interrupted, or refused as one call too many.
    const begun = before.find((one) => one.id === changeId && one.state !== 'written')
    if (!lease.isHeld) return
    const { calendar } = facts
    const name = this.#calendars.get(calendar.key)?.name ?? ''
    const change = {
      ...{ deviceId: id, id: changeId, at: begun?.at ?? now(), from: 'watcher', why: whyOf(calendar, rule) },
      by: { id: '', name: (rule.on === 'hand' && rule.by) || name },
      ...{ scope: 'SHARED_SCOPE' as const, values: day.values, batch: switchKey(calendar.key, day) },
      ...{ present, phaseNames },
    }
    const written = await unlessRefused(
      () => writeChange(call, change),
      (error) => {
        followed.notBeforeMs = now() + REFUSED_AGAIN_MS
        onRefused('the settings of a day', error)
      },
    )
    if (!written) return
    const asSent = { outcome: 'underWay', isHeard: true, isLate: false } as const
    const sent: SentOne = { atMs: now(), values: day.values, ...asSent }
    const ofSwitch: SentTo = this.#sent.get(change.batch) ?? new Map()
    this.#sent.set(change.batch, ofSwitch.set(id, sent))
    followed.sent = sent
    followed.read = undefined
    followed.sentNote = kindNoteOf(calendar, { ...day, state: 'sent' }, sent.atMs)
    followed.settled = written.settled
    // Others wait for their settings: the note comes after them.
    notes.ask(id, () => this.#writeNote(id))
  }

  /** Returns whether the settings are as they were read before, as far as the live connection shows. */
  #isUnchanged({ junction, read }: Followed): boolean {
    if (read === undefined || !junction.isReady) return false
    const values: Readonly<Record<string, unknown>> = JSON.parse(read)
    const { shared } = junction.calendarFacts
    const keys = new Set([...Object.keys(values), ...Object.keys(shared)])
    return [...keys].every((key) => sameValue(shared[key]?.value, values[key]))
  }

  async #writeNote(id: string): Promise<void> {
    const followed = this.#followed.get(id)
    if (!followed) return
    const { settled } = followed
    await settled
    if (settled && !this.#sending.has(id)) followed.isTried = false
    const facts = this.#factsOf(followed, this.#deps.now())
    if (!facts) return
    const day = kindOfDay(facts)
    const note = noteAfter(facts, day)
    if (isNoted(followed.note, note)) return
    // A watcher that was killed after the values, and before the record or the note.
    const isNew = followed.note?.slot !== day.slotName || followed.note.kind !== day.slot.rule?.kind
    const firstMs = firstMsOf(day)
    const set = day.slot.rule && facts.kinds[day.slot.rule.kind]
    const isRecent = Object.keys(set ?? {}).some((key) => (facts.shared[key]?.ts ?? 0) >= firstMs)
    if (day.state === 'sent' && isNew && isRecent && !settled) {
      for (const record of await this.#fetchOwn(id, day))
        if (record.state === 'begun') await finishChange(this.#deps.call, id, record)
    }
    await this.#saveNote(followed, note)
    if (followed.settled === settled) followed.settled = undefined
  }

  async #saveNote(followed: Followed, note: KindNote): Promise<void> {
    const { id } = followed.junction
    const { note: before, sentNote } = followed
    // Once a slot at least: a reader looks back some weeks, and no further.
    const isOther = before?.slot !== note.slot || before.kind !== note.kind || before.state !== note.state
    // Before the note, so that a watcher that is killed in between leaves both to the next one.
    if (isOther) await this.#recordRan(id, note, note.at > (before?.at ?? 0) ? note.at : this.#deps.now())
    await this.#deps.call('saveAttributes', {
      params: { ...ofDevice(id), scope: 'SERVER_SCOPE' },
      body: { [KIND_KEY]: note },
    })
    followed.note = note
    if (followed.sentNote === sentNote) followed.sentNote = undefined
  }

  async #recordRan(id: string, note: Parameters<typeof writeRanKind>[0], ts = this.#deps.now()): Promise<void> {
    const ran = writeRanKind(note)
    if (!ran) return
    await this.#deps.call('saveTimeseries', {
      params: { ...ofDevice(id), scope: 'ANY' },
      body: { ts, values: { [RAN_KIND_KEY]: ran } },
    })
  }

  async #removeNote(id: string): Promise<void> {
    const followed = this.#followed.get(id)
    if (!followed || this.#factsOf(followed, this.#deps.now())) return
    await this.#recordRan(id, { state: 'hand', kind: '', name: '' })
    const params = { ...ofDevice(id), scope: 'SERVER_SCOPE' }
    await this.#deps.call('deleteAttributes', { params, query: { keys: KIND_KEY } })
  }

  /** Fetches the changes of a slot that watchers recorded, also those that were killed. */
  async #fetchOwn(id: string, day: KindOfDay): Promise<readonly ChangeRecord[]> {
    const { call, now } = this.#deps
    const startTs = String(firstMsOf(day))
    const times = { startTs, endTs: String(now() + 1000), limit: String(NEWEST_CHANGES) }
    const query = { keys: CHANGE_KEY, ...times, orderBy: 'DESC', agg: 'NONE' }
    const { [CHANGE_KEY]: changes = [] } = await call('timeseries', { params: ofDevice(id), query })
    return changes
      .map(({ ts, value }) => parseChangeRecord(ts, value))
      .filter((record): record is ChangeRecord => record?.id.startsWith(ownId(id, day)) === true)
  }

  /** Reads the shared attributes with their JSON types; undefined for a device that is gone. */
  async #readShared(id: string): Promise<TimedValues | undefined> {
    const read = await unlessRefused(
      () => this.#deps.call('attributes', { params: { ...ofDevice(id), scope: 'SHARED_SCOPE' } }),
      () => undefined,
    )
    return read && Object.fromEntries(read.map(({ key, value, lastUpdateTs }) => [key, { ts: lastUpdateTs, value }]))
  }
}

function newFollowed(junction: DayJunction): Followed {
  return {
    ...{ junction, day: undefined, note: undefined, lookMs: 0, kinds: undefined, calendar: undefined },
    parsed: undefined,
    ...{ wantedMs: 0, isTried: false, notBeforeMs: 0, sent: undefined, kindsMs: 0, sentNote: undefined },
    ...{ sendMs: Number.POSITIVE_INFINITY, alikeMs: 0, read: undefined, settled: undefined },
  }
}

/** Returns whether a junction is sent to in these minutes, or was. */
function isNear({ sendMs, wantedMs, sent, read }: Followed, nowMs: number): boolean {
  const wasSent = sent !== undefined && nowMs - sent.atMs < SHOWN_WITHIN_MS
  return wantedMs > 0 || wasSent || read !== undefined || Math.abs(sendMs - nowMs) < READ_BEFORE_MS
}

/** Returns the name of the lane in which the settings of a junction are read. */
function readLane(id: string): string {
  return `read ${id}`
}

function valuesOf(values: TimedValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}

/** Returns attributes with what was sent since; what is newer stays. */
function withSent(shared: TimedValues, { atMs, values }: SentValues): TimedValues {
  const sent = Object.entries(values)
    .filter(([key]) => (shared[key]?.ts ?? 0) < atMs - SENT_IN_MS)
    .map(([key, value]) => [key, { ts: atMs, value }])
  return { ...shared, ...Object.fromEntries(sent) }
}

/** Returns the name of a switch: the junctions of a calendar at the beginning of a slot. */
function switchKey(calendar: string, { slotName }: KindOfDay): string {
  return `calendar/${calendar}/${slotName}`
}

/** Returns when a slot is sent at the earliest, epoch milliseconds. */
function firstMsOf({ slotName }: KindOfDay): number {
  return slotMs(slotName) - SENT_BEFORE_MIN * 60_000
}

/** Returns with what the ids of the changes of a slot begin, the same for every watcher. */
function ownId(deviceId: string, { slotName }: KindOfDay): string {
  return `calendar/${deviceId}/${slotName}/`
}

/** Returns the note of a junction that needs nothing sent now. */
function noteAfter({ calendar, note, nowMs }: KindFacts, day: KindOfDay): KindNote {
  const isSame = note?.slot === day.slotName && note.kind === (day.slot.rule?.kind ?? '')
  const at = isSame && note.at > 0 ? note.at : day.state === 'sent' ? nowMs : 0
  return kindNoteOf(calendar, day, at)
}

/** Returns whether a note says the same; the time of a new one does not count. */
function isNoted(note: KindNote | undefined, next: KindNote): boolean {
  const at = note && note.at > 0 && next.at > 0 ? note.at : next.at
  return isDeepStrictEqual(note, { ...next, at })
}

function hasAll(values: TimedValues, wanted: KindOfDay['values']): boolean {
  return Object.entries(wanted).every(([key, value]) => sameValue(values[key]?.value, value))
}
