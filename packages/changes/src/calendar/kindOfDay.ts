/**
 * @file Decides what a junction needs of its calendar now: nothing, a wait, or its settings. A pure function of calendar,
 * attributes and time, so that every watcher decides alike, also after it was killed.
 */
import type { Calendar, CalendarRule, KindSets } from '@greenwave/contract/records/calendars'
import type { KindNote, KindState } from '@greenwave/contract/records/kindNotes'
import { isDanger } from '@greenwave/controller/checks/danger'
import { sameValue } from '@greenwave/controller/delivery'
import { OPTIONAL_KEYS } from '@greenwave/controller/settingTable/table'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { timeZone, utcOfLocal } from '@greenwave/controller/timeZone'
import { formatLocalMinute, MINUTES_PER_DAY, parseLocalMinute } from './dates.ts'
import { kindFindings } from './kindSettings.ts'
import { type RuleSlot, slotsAt } from './rules.ts'
import {
  differing,
  type KindSettings,
  minutesAlike,
  minutesEarly,
  minutesUntilAlike,
  SENT_BEFORE_MIN,
} from './sending.ts'

const MINUTE_MS = 60_000
/** So long after its beginning a day is still sent at once, minutes; later it waits for a minute as before it. */
const ON_TIME_MIN = 10
/** Clocks of a watcher and its platform differ by less, milliseconds. */
const CLOCKS_MS = 1000

/** Facts about a junction. */
export interface KindFacts {
  readonly calendar: Calendar
  readonly kinds: KindSets
  /** Id of the device. */
  readonly junction: string
  /** Shared and client attributes. */
  readonly shared: TimedValues
  readonly client: TimedValues
  /** The attribute `gw_kind`. */
  readonly note: KindNote | undefined
  readonly connected: boolean
  /** When calendar or settings of kinds were changed last, if that is known; epoch milliseconds. */
  readonly changedMs: number
  /** The platform's time, epoch milliseconds. */
  readonly nowMs: number
}

/** What a junction needs. Times are epoch milliseconds. */
export interface KindOfDay {
  /** Kind and rule that the junction is to run from the slot on. */
  readonly slot: RuleSlot
  /** Name of the slot: its local time. */
  readonly slotName: string
  readonly state: KindState
  /** The settings that differ; empty where none do. */
  readonly values: KindSettings
  /** When they are sent: now if not later; null: not while this state lasts. */
  readonly sendAtMs: number | null
  /** When something may change without an input. */
  readonly lookAtMs: number
  /** Deviation from the kind of this moment, and since when: not that of a user; null for none. */
  readonly deviates: { readonly sinceMs: number; readonly runs: string; readonly day: string } | null
  /** The next slot with another kind within a day, and when it is sent. */
  readonly next: { readonly slot: RuleSlot; readonly sendAtMs: number } | null
}

/** Returns the kind of day of a junction now, and the settings that are to be sent for it. */
export function kindOfDay(facts: KindFacts): KindOfDay {
  const { calendar, junction, nowMs } = facts
  const minute = localMinute(nowMs)
  const [current, next] = slotsAt(calendar, minute, junction)
  const shared = plain(facts.shared)
  const nextAt = next.minute - earlyOf(current, next, facts, shared)
  const isNext = minute >= nextAt || isAheadOf(facts, current, next, minute, shared)
  const slot = isNext ? next : current
  const ofSlot = stateOf(facts, slot, shared, isNext)
  const sendMinute = ofSlot.state === 'due' ? sendMinuteOf(facts, slot, minute, shared) : null
  const after = isNext ? slotsAt(calendar, next.minute, junction)[1] : next
  const afterAt = isNext ? after.minute - earlyOf(next, after, facts, { ...shared, ...ofSlot.values }) : nextAt
  const lookMinute = sendMinute !== null && sendMinute > minute ? Math.min(sendMinute, afterAt) : afterAt
  return {
    ...{ slot, slotName: formatLocalMinute(slot.minute) },
    ...ofSlot,
    sendAtMs: sendMinute === null ? null : msOf(sendMinute, nowMs),
    // The next day begins for the deviation, too.
    lookAtMs: msOf(isNext ? Math.min(next.minute, lookMinute) : lookMinute, nowMs),
    deviates: isNext ? null : deviationOf(facts, current, ofSlot.state),
    next: after.rule?.kind === slot.rule?.kind ? null : { slot: after, sendAtMs: msOf(afterAt, nowMs) },
  }
}

/** Returns whether the next day was sent already, before it begins. */
function isAheadOf(
  facts: KindFacts,
  current: RuleSlot,
  next: RuleSlot,
  minute: number,
  shared: Readonly<Record<string, unknown>>,
): boolean {
  const { note } = facts
  if (note?.slot === formatLocalMinute(next.minute) && note.state !== 'due') return true
  // The note of a watcher that was killed is missing.
  const [set, ofToday] = [setOf(facts, next), setOf(facts, current)]
  if (minute < next.minute - SENT_BEFORE_MIN || next.rule?.on === 'hand' || current.rule?.on === 'hand') return false
  return set !== undefined && isSame(shared, set) && ofToday !== undefined && !isSame(shared, ofToday)
}

function earlyOf(
  before: RuleSlot,
  slot: RuleSlot,
  facts: KindFacts,
  shared: Readonly<Record<string, unknown>>,
): number {
  // A rule by hand begins and ends at its own time, and never before.
  const isDayBegin = (slot.minute - parseBegin(facts.calendar)) % MINUTES_PER_DAY === 0
  if (!isDayBegin || before.rule?.on === 'hand' || slot.rule?.on === 'hand') return 0
  const set = setOf(facts, slot)
  if (!set || isSame(shared, set)) return 0
  return minutesEarly(shared, { ...shared, ...set }, parseBegin(facts.calendar))
}

function parseBegin({ dayBegins }: Pick<Calendar, 'dayBegins'>): number {
  return Number(dayBegins.slice(0, 2)) * 60 + Number(dayBegins.slice(3))
}

function stateOf(
  facts: KindFacts,
  slot: RuleSlot,
  shared: Readonly<Record<string, unknown>>,
  isEarly: boolean,
): { readonly state: KindState; readonly values: KindSettings } {
  const set = setOf(facts, slot)
  if (!set) return { state: 'none', values: {} }
  const values = differing(shared, set)
  const keys = Object.keys(values)
  if (keys.length === 0) return { state: 'sent', values }
  const { note, nowMs } = facts
  const isNoted = isNoteOf(note, slot)
  // Of two acts of users the later one counts: settings, or a rule by hand that begins at once.
  const beganMs = Math.max(
    msOf(slot.minute, nowMs),
    slot.rule?.on === 'hand' ? Math.max(slot.rule.at ?? 0, facts.changedMs) : 0,
  )
  // What was sent, also for another slot, is as it was then.
  const sentMs = note && note.at > 0 && (isNoted || note.state === 'sent') ? note.at + CLOCKS_MS : 0
  const sinceMs = isNoted && sentMs > 0 ? sentMs : Math.max(beganMs, sentMs)
  // Before a day has begun, what a user sets is that of the day before.
  const isByHand = !(isEarly && !isNoted) && keys.some((key) => (facts.shared[key]?.ts ?? 0) > sinceMs)
  if (isByHand) return { state: 'hand', values }
  const findings = kindFindings(set, shared)
  if (findings.some(({ level, field }) => level === 'error' && Object.hasOwn(set, field))) {
    return { state: 'invalid', values }
  }
  if (findings.some(isDanger)) return { state: 'danger', values }
  return { state: 'due', values }
}

function isNoteOf(note: KindNote | undefined, { minute, rule }: RuleSlot): boolean {
  return note !== undefined && note.slot === formatLocalMinute(minute) && note.kind === rule?.kind
}

/** Settings of a slot's kind that the controller can have: offsets only if it reports them. */
function setOf({ kinds, client }: KindFacts, { rule }: RuleSlot): KindSettings | undefined {
  const set = rule && kinds[rule.kind]
  if (!set) return undefined
  const lacks = (key: string) => OPTIONAL_KEYS.includes(key) && client[key] === undefined
  return Object.keys(set).some(lacks) ? Object.fromEntries(Object.entries(set).filter(([key]) => !lacks(key))) : set
}

/**
 * Minute at which a slot is sent: at once before its beginning, around it and by hand, else at a minute as before the day.
 * Null while the controller is away: it would take the settings whenever it returns.
 */
function sendMinuteOf(
  facts: KindFacts,
  slot: RuleSlot,
  minute: number,
  shared: Readonly<Record<string, unknown>>,
): number | null {
  if (!facts.connected) return null
  const [before] = slotsAt(facts.calendar, slot.minute - 1, facts.junction)
  const isByHand = slot.rule?.on === 'hand' || before.rule?.on === 'hand'
  if (isByHand || minute - slot.minute <= ON_TIME_MIN) return minute
  return minute + minutesUntilAlike(shared, { ...shared, ...setOf(facts, slot) }, minute)
}

function deviationOf(facts: KindFacts, slot: RuleSlot, state: KindState): KindOfDay['deviates'] {
  const set = setOf(facts, slot)
  if (!set || state === 'hand' || state === 'none') return null
  const inForce = plain({ ...facts.shared, ...present(facts.client) })
  if (isSame(inForce, set)) return null
  const { kinds, calendar, nowMs, note, changedMs } = facts
  const sentMs = note && isNoteOf(note, slot) ? note.at : 0
  const runs = Object.keys(kinds).find((kind) => kind !== slot.rule?.kind && isSame(inForce, kinds[kind] ?? {}))
  return {
    sinceMs: Math.max(msOf(slot.minute, nowMs), sentMs, changedMs),
    runs: runs === undefined ? '' : kindName(calendar, runs),
    day: kindName(calendar, slot.rule?.kind ?? ''),
  }
}

/**
 * Returns until when a junction runs the same program with and without what it needs, epoch milliseconds: sent later, it
 * shows a wrong one meanwhile. At most three hours from now.
 */
export function alikeUntilMs({ shared, nowMs }: KindFacts, { values }: KindOfDay): number {
  const [minute, now] = [localMinute(nowMs), plain(shared)]
  return msOf(minute + minutesAlike(now, { ...now, ...values }, minute), nowMs)
}

/** Returns the name of a kind. */
export function kindName({ kinds }: Pick<Calendar, 'kinds'>, id: string): string {
  return kinds.find((kind) => kind.id === id)?.name ?? id
}

/** Returns the reason of the changes that a rule makes. */
export function whyOf(calendar: Pick<Calendar, 'kinds'>, { kind, name, on }: CalendarRule): string {
  return `calendar: ${kindName(calendar, kind)}${on === 'hand' ? ', by hand' : ''}${name ? ` (${name})` : ''}`
}

/** Returns the note of a junction. `at` is when it had the settings, epoch milliseconds. */
export function kindNoteOf(calendar: Calendar, { slot, slotName, state, next }: KindOfDay, at: number): KindNote {
  return {
    ...dayOf(calendar, slot),
    ...{ slot: slotName, state, at, calendar: calendar.key },
    next: next && { ...dayOf(calendar, next.slot), at: next.sendAtMs },
  }
}

function dayOf(calendar: Calendar, { minute, rule }: RuleSlot) {
  const { kind = '', name = '', on = '' } = rule ?? {}
  const by = rule?.on === 'hand' ? rule.by : ''
  return { kind, name: kind && kindName(calendar, kind), rule: name, on, by, slot: formatLocalMinute(minute) }
}

/** Returns the instant of a slot's name, epoch milliseconds. */
export function slotMs(slotName: string): number {
  return utcOfLocal(parseLocalMinute(slotName) * MINUTE_MS)
}

function localMinute(utcMs: number): number {
  return Math.floor((utcMs + timeZone().aheadMs(utcMs)) / MINUTE_MS)
}

function msOf(minute: number, nearMs: number): number {
  return utcOfLocal(minute * MINUTE_MS, { nearMs })
}

function isSame(values: Readonly<Record<string, unknown>>, set: KindSettings): boolean {
  return Object.entries(set).every(([key, value]) => sameValue(values[key], value))
}

function plain(values: TimedValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))
}

function present(values: TimedValues): TimedValues {
  return Object.fromEntries(Object.entries(values).filter(([, { value }]) => value !== '' && value !== null))
}
