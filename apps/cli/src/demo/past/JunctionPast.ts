/** @file The days of one junction before the start: one that was played for each kind of day, dated again, and stories. */
import { CYCLE_KEY, parseCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { DAY_KEY, writeDaySums } from '@greenwave/contract/records/daySums'
import {
  EVENT_KEY,
  eventTs,
  type JunctionEvent,
  parseEvent,
  writeEvent,
} from '@greenwave/contract/records/eventRecords'
import { parseSettingsRecord, SETTINGS_EVERY_MS, SETTINGS_KEY } from '@greenwave/contract/records/settingsRecords'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { countDay } from '@greenwave/observer/conformity/countDay'
import type { AlarmTimes } from '@greenwave/observer/conformity/dayRecords'
import { nextMidnight } from '@greenwave/observer/conformity/days'
import type { Incident } from '@greenwave/observer/incident'
import { settingsFrom } from '@greenwave/observer/recordedSettings'
import { WINDOW_MS, windowOf } from '@greenwave/observer/recordWindow'
import type { PastIncident, PastValue } from './PlayedJunction.ts'
import type { PlayedDay } from './playDay.ts'

/** A day as it is recorded. */
export interface PastDay {
  readonly midnightMs: number
  readonly played: PlayedDay
  /** Milliseconds by which everything that was played is dated later. */
  readonly shiftMs: number
  /** Equal for days whose records are equal; undefined for a day with a story. */
  readonly kind: string | undefined
}

/** Replaces a time of a played day by a story. Times are epoch milliseconds. */
export function withStory(day: PlayedDay, story: PlayedDay, fromMs: number, untilMs: number): PlayedDay {
  const isOver = ({ ts }: PastValue): boolean => ts >= fromMs && ts < untilMs
  return {
    values: [...day.values.filter((value) => !isOver(value)), ...story.values.filter(isOver)].sort(
      (a, b) => a.ts - b.ts,
    ),
    incidents: [...day.incidents, ...story.incidents],
    changes: [...day.changes, ...story.changes],
    ends: [...day.ends, ...story.ends],
  }
}

function valuesBetween({ values }: PlayedDay, fromMs: number, untilMs: number): readonly PastValue[] {
  return values.filter(({ ts }) => ts >= fromMs && ts < untilMs)
}

/** Returns an incident dated later. */
export function datedIncident({ incident, noticedMs, clearedMs }: PastIncident, shiftMs: number): PastIncident {
  return {
    incident: datedFacts(incident, shiftMs),
    noticedMs: noticedMs + shiftMs,
    clearedMs: clearedMs === null ? null : clearedMs + shiftMs,
  }
}

function datedFacts(incident: Incident, shiftMs: number): Incident {
  const later = <T>(facts: T): T => {
    const hasTime = typeof facts === 'object' && facts !== null && 'sinceMs' in facts
    return hasTime ? { ...facts, sinceMs: Number(facts.sinceMs) + shiftMs } : facts
  }
  return {
    ...incident,
    sinceMs: incident.sinceMs + shiftMs,
    seenMs: incident.seenMs + shiftMs,
    facts: later(incident.facts),
    raised: later(incident.raised),
    evidence: incident.evidence.map(({ ts, clockMs, ...sample }) => {
      return { ...sample, ts: ts + shiftMs, clockMs: clockMs === null ? null : clockMs + shiftMs }
    }),
  } as Incident
}

/** Returns a value dated later. Records of cycles and settings hold no times of their own. */
function dated({ ts, key, value }: PastValue, shiftMs: number): PastValue {
  const event = key === EVENT_KEY ? parseEvent(value) : undefined
  if (!event) return { ts: ts + shiftMs, key, value }
  return eventValue(datedEvent(event, shiftMs))
}

function datedEvent(event: JunctionEvent, shiftMs: number): JunctionEvent {
  const at = event.at + shiftMs
  return event.kind === 'incident' ? { ...event, at, since: event.since + shiftMs } : { ...event, at }
}

function eventValue(event: JunctionEvent): PastValue {
  return { ts: eventTs(event), key: EVENT_KEY, value: { ...writeEvent(event) } }
}

/** The first events of a junction: what it was like when its records began. */
function firstEvents({ played, midnightMs, shiftMs }: PastDay): readonly PastValue[] {
  const latest = new Map<string, JunctionEvent>()
  for (const { ts, key, value } of played.values) {
    const event = key === EVENT_KEY && ts + shiftMs < midnightMs ? parseEvent(value) : undefined
    if (event && event.kind !== 'incident') latest.set(event.kind, event)
  }
  return [...latest.values()].map((event) => eventValue({ ...event, at: midnightMs }))
}

/** Returns the settings records of a day: the first of all, and that of each midnight UTC. */
function dailySettings(day: PastDay, isFirst: boolean, endMs: number): readonly PastValue[] {
  const { played, midnightMs, shiftMs } = day
  const records = played.values.filter(({ key }) => key === SETTINGS_KEY)
  const inForceAt = (ms: number): PastValue[] => {
    const found = records.findLast(({ ts }) => ts + shiftMs <= ms) ?? records[0]
    return found ? [{ ...found, ts: ms }] : []
  }
  const dailyMs = Math.ceil(midnightMs / SETTINGS_EVERY_MS) * SETTINGS_EVERY_MS
  return [...(isFirst ? inForceAt(midnightMs) : []), ...(dailyMs < endMs ? inForceAt(dailyMs) : [])]
}

/**
 * Yields the values of each day, the last day first: cycles, events, settings, and the sums of the day.
 *
 * @param days the first day first, each after the one before
 * @param endMs nothing is recorded from then on, epoch milliseconds
 * @param alarmsOf returns the incidents of a day as its alarms have them
 */
export function* datedDays(
  days: readonly PastDay[],
  endMs: number,
  alarmsOf: (day: PastDay) => readonly AlarmTimes[],
): Generator<{ readonly day: PastDay; readonly values: readonly PastValue[] }> {
  const quartersMs = windowOf(endMs)
  const recorded = days.map((day, place): readonly PastValue[] => {
    const nextMs = nextMidnight(day.midnightMs)
    const until = Math.min(nextMs, endMs)
    const own = valuesBetween(day.played, day.midnightMs - day.shiftMs, until - day.shiftMs).map((value) =>
      dated(value, day.shiftMs),
    )
    const complete = own.filter(({ key, ts }) => key !== CYCLE_KEY || ts + WINDOW_MS <= quartersMs)
    const first = place === 0 ? firstEvents(day) : []
    return [...first, ...dailySettings(day, place === 0, until), ...complete].sort((a, b) => a.ts - b.ts)
  })
  const sums = new Map<string, ReturnType<typeof countDay>>()
  for (let place = days.length - 1; place >= 0; place -= 1) {
    const [day, values] = [days[place], recorded[place]]
    if (!day || !values) continue
    const { midnightMs } = day
    const untilMs = Math.min(nextMidnight(midnightMs), quartersMs)
    if (untilMs <= midnightMs) {
      yield { day, values }
      continue
    }
    const isWhole = untilMs === nextMidnight(midnightMs)
    const isPlain = [place - 1, place, place + 1].every((one) => !days[one] || days[one].kind === day.kind)
    const known = day.kind !== undefined && isPlain && isWhole && place > 0 ? `${day.kind}` : undefined
    const counted =
      (known !== undefined && sums.get(known)) || countOf(recorded, place, midnightMs, untilMs, alarmsOf(day))
    if (known !== undefined) sums.set(known, counted)
    const ofDay = { ...counted, dayMs: midnightMs, fromMs: midnightMs, untilMs }
    const value = { ...writeDaySums(ofDay) } as JsonValue
    yield { day, values: [...values, { ts: midnightMs, key: DAY_KEY, value }] }
  }
}

function countOf(
  recorded: readonly (readonly PastValue[])[],
  place: number,
  dayMs: number,
  untilMs: number,
  incidents: readonly AlarmTimes[],
): ReturnType<typeof countDay> {
  const around = [place - 1, place, place + 1].flatMap((one) => recorded[one] ?? [])
  const before = recorded.slice(0, place + 1).flat()
  const windows = around.flatMap(({ key, ts, value }) => {
    const isNear = key === CYCLE_KEY && ts >= dayMs - WINDOW_MS && ts < untilMs + WINDOW_MS
    return (isNear && parseCycleRecord(ts, value)) || []
  })
  const events = before.flatMap(({ key, value }) => (key === EVENT_KEY && parseEvent(value)) || [])
  const settings = before.flatMap(({ key, ts, value }) => {
    const record = key === SETTINGS_KEY ? parseSettingsRecord(ts, value) : undefined
    return record ? [settingsFrom(record)] : []
  })
  return countDay({ dayMs, fromMs: dayMs, untilMs, windows, events, settings, incidents })
}
