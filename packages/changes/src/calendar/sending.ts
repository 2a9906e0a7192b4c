/** @file What a junction needs sent for a day of another kind, and when. */
import type { Calendar, CalendarRule, KindSets } from '@greenwave/contract/records/calendars'
import { PLAN_NUMBERS } from '@greenwave/controller/controllerLimits'
import { sameValue } from '@greenwave/controller/delivery'
import { plansInPlay } from '@greenwave/controller/schedule'
import { isProgramNumber } from '@greenwave/controller/settings'
import { parseSettings } from '@greenwave/controller/settingTable/allSettings'
import { keysOf, settingOf } from '@greenwave/controller/settingTable/table'
import { MINUTES_PER_DAY, parseLocalMinute } from './dates.ts'
import { beginMinute, ruleAt } from './rules.ts'

/** Settings of a kind, by attribute key. */
export type KindSettings = KindSets[string]
/** The same among other attributes. */
type TimingSettings = Readonly<Record<string, unknown>>

/** The settings that decide which program runs when. */
const PLAN_SETTINGS = [
  settingOf({ kind: 'planTotal' }),
  ...PLAN_NUMBERS.map((plan) => settingOf({ kind: 'plan', plan })),
]

/** What a day needs is sent within this time before it begins, minutes. */
export const SENT_BEFORE_MIN = 180

/** A sending to one junction: one change. */
interface CalendarSending {
  /** Local time, minutes since 1970. */
  readonly atMinute: number
  /** Kind before; null where no rule matched. */
  readonly from: string | null
  readonly to: string
  readonly rule: CalendarRule
  /** The settings that differ. */
  readonly values: KindSettings
}

/**
 * Lists the sendings to a junction for a day: for its beginning, and for the rules by hand that begin or end in it. A kind
 * without settings at this junction is never sent.
 */
export function sendingsOf(
  calendar: Calendar,
  kinds: KindSets,
  junction: string,
  day: number,
): readonly CalendarSending[] {
  const begin = day * MINUTES_PER_DAY + beginMinute(calendar)
  const byHand = calendar.rules
    .flatMap((rule) => (rule.on === 'hand' ? [rule.from, rule.until].map(parseLocalMinute) : []))
    .filter((minute) => minute > begin && minute < begin + MINUTES_PER_DAY)
  return [...new Set([begin, ...byHand])]
    .sort((a, b) => a - b)
    .flatMap((minute) => sendingAt(calendar, kinds, junction, minute, minute === begin))
}

function sendingAt(
  calendar: Calendar,
  kinds: KindSets,
  junction: string,
  minute: number,
  isDayBegin: boolean,
): readonly CalendarSending[] {
  const [before, rule] = [ruleAt(calendar, minute - 1, junction), ruleAt(calendar, minute, junction)]
  const [now, next] = [before && kinds[before.kind], rule && kinds[rule.kind]]
  if (!rule || !next) return []
  const values = differing(now ?? {}, next)
  if (Object.keys(values).length === 0) return []
  // A rule by hand begins and ends at its own time, and never before.
  const isEarly = isDayBegin && now !== undefined && before?.on !== 'hand' && rule.on !== 'hand'
  const early = isEarly ? minutesEarly(now, next, beginMinute(calendar)) : 0
  return [{ atMinute: minute - early, from: before?.kind ?? null, to: rule.kind, rule, values }]
}

/**
 * Returns how long before the beginning of a day its settings are sent, minutes: the latest minute of the three hours
 * before at which both sets run the same program, 0 where there is none.
 *
 * @param beginsAt minute of the day
 */
export function minutesEarly(today: TimingSettings, tomorrow: TimingSettings, beginsAt: number): number {
  const isSame = runsAlike(today, tomorrow)
  for (let early = 1; early <= SENT_BEFORE_MIN; early += 1) if (isSame(beginsAt - early)) return early
  return 0
}

/**
 * Returns how long to wait with settings that are late, minutes: until the first minute of the next three hours at which
 * both sets run the same program, 0 where there is none.
 *
 * @param minute minute of the day
 */
export function minutesUntilAlike(now: TimingSettings, next: TimingSettings, minute: number): number {
  const isSame = runsAlike(now, next)
  for (let later = 0; later <= SENT_BEFORE_MIN; later += 1) if (isSame(minute + later)) return later
  return 0
}

/**
 * Returns for how many minutes from a minute on both sets run the same program, at most three hours; 0 if they do not.
 *
 * @param minute minute of the day
 */
export function minutesAlike(now: TimingSettings, next: TimingSettings, minute: number): number {
  const isSame = runsAlike(now, next)
  for (let later = 0; later < SENT_BEFORE_MIN; later += 1) if (!isSame(minute + later)) return later
  return SENT_BEFORE_MIN
}

/** Returns whether two sets run the same program with the same settings, by the minute of the day. */
function runsAlike(a: TimingSettings, b: TimingSettings): (minute: number) => boolean {
  const [programOf, otherOf] = [programsOf(a), programsOf(b)]
  const alike = new Map<number, boolean>()
  return (minute) => {
    const ofDay = ((minute % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY
    const [one, other] = [programOf(ofDay), otherOf(ofDay)]
    if (one !== other) return false
    const known = alike.get(one) ?? keysOfProgram(one).every((key) => sameValue(a[key], b[key]))
    alike.set(one, known)
    return known
  }
}

/** (R9) Returns the program of each minute of the day; 0 for flashing yellow. */
function programsOf(values: TimingSettings): (minute: number) => number {
  const plans = plansInPlay(parseSettings(values, PLAN_SETTINGS)).map(({ hour, minute, programNumber }) => ({
    at: hour * 60 + minute,
    program: isProgramNumber(programNumber) ? programNumber : 0,
  }))
  return (minute) => (plans.findLast(({ at }) => at <= minute) ?? plans.at(-1))?.program ?? 0
}

function keysOfProgram(program: number): readonly string[] {
  if (!isProgramNumber(program)) return []
  return [...keysOf(settingOf({ kind: 'program', program })), ...keysOf(settingOf({ kind: 'offset', program }))]
}

/** Selects the settings of a kind that differ from those at hand. */
export function differing(now: TimingSettings, next: KindSettings): KindSettings {
  return Object.fromEntries(Object.entries(next).filter(([key, value]) => !sameValue(now[key], value)))
}
