/** @file Which kind of day runs when: the first rule of a calendar that matches wins. */
import type { Calendar, CalendarRule } from '@greenwave/contract/records/calendars'
import { dayOfDate, dayOfMonth, daysOfYear, MINUTES_PER_DAY, parseLocalMinute, weekdayOf } from './dates.ts'
import { dayOfLunar } from './lunarDate.ts'
import { vietnamHolidays } from './presets.ts'

/** Returns the minute of the day at which a day begins. */
export function beginMinute({ dayBegins }: Pick<Calendar, 'dayBegins'>): number {
  return Number(dayBegins.slice(0, 2)) * 60 + Number(dayBegins.slice(3))
}

/** Returns the day that a local minute belongs to: before its beginning it is the day before. */
function dayAt(calendar: Pick<Calendar, 'dayBegins'>, minute: number): number {
  return Math.floor((minute - beginMinute(calendar)) / MINUTES_PER_DAY)
}

/** A time from which on a rule is in force at a junction; undefined where none matches. */
export interface RuleSlot {
  /** Local minute: the beginning of a day, or of a rule by hand or its end. */
  readonly minute: number
  readonly rule: CalendarRule | undefined
}

/** Returns the slot that a local minute belongs to, and the next one. */
export function slotsAt(calendar: Calendar, minute: number, junction: string): readonly [RuleSlot, RuleSlot] {
  const begin = dayAt(calendar, minute) * MINUTES_PER_DAY + beginMinute(calendar)
  const end = begin + MINUTES_PER_DAY
  const byHand = calendar.rules
    .filter((rule) => rule.on === 'hand' && appliesTo(rule, junction))
    .flatMap((rule) => (rule.on === 'hand' ? [rule.from, rule.until].map(parseLocalMinute) : []))
    .filter((at) => at > begin && at < end)
    .sort((a, b) => a - b)
  const current = byHand.findLast((at) => at <= minute) ?? begin
  const next = byHand.find((at) => at > minute) ?? end
  const slot = (at: number): RuleSlot => ({ minute: at, rule: ruleAt(calendar, at, junction) })
  return [slot(current), slot(next)]
}

/** Rules, and when the days begin to which they apply. */
interface RulesOfDays {
  readonly dayBegins: string
  readonly rules: readonly CalendarRule[]
}

/**
 * Returns the rule in force at a local minute; undefined where none matches.
 *
 * @param junction only rules that apply to this junction; without one, those of any junction
 */
export function ruleAt(calendar: RulesOfDays, minute: number, junction?: string): CalendarRule | undefined {
  const day = dayAt(calendar, minute)
  return calendar.rules.find((rule) => appliesTo(rule, junction) && matches(rule, day, minute))
}

/** Returns the rule in force when a day begins. */
export function ruleOn(calendar: RulesOfDays, day: number, junction?: string): CalendarRule | undefined {
  return ruleAt(calendar, day * MINUTES_PER_DAY + beginMinute(calendar), junction)
}

function appliesTo({ junctions }: CalendarRule, junction: string | undefined): boolean {
  return junction === undefined || junctions === undefined || junctions.includes(junction)
}

function matches(rule: CalendarRule, day: number, minute: number): boolean {
  if (rule.on === 'date') return day === dayOfDate(rule.date)
  if (rule.on === 'span') return day >= dayOfDate(rule.from) && day <= dayOfDate(rule.until)
  if (rule.on === 'hand') return minute >= parseLocalMinute(rule.from) && minute < parseLocalMinute(rule.until)
  if (rule.on === 'weekdays') {
    return rule.days.includes(weekdayOf(day)) && (rule.every === 1 || weeksSince(rule.since, day) % rule.every === 0)
  }
  // Days before and after may be in the next year, or the one before.
  const year = new Date(day * 86_400_000).getUTCFullYear()
  return [year - 1, year, year + 1].some((one) => {
    const at = rule.on === 'lunar' ? dayOfLunar({ ...rule, year: one }) : dayOfMonth(one, rule.month, rule.day)
    return day >= at - rule.before && day <= at + rule.after
  })
}

/** Weeks between the week of a date, which begins on Monday, and that of a day. */
function weeksSince(date: string | undefined, day: number): number {
  const mondayOf = (one: number) => one - weekdayOf(one) + 1
  return date === undefined ? 0 : Math.abs(mondayOf(day) - mondayOf(dayOfDate(date))) / 7
}

/** A day that may have been forgotten: no rule matches, or a public holiday that only a rule for its weekday matches. */
export type ForgottenDay =
  | { readonly day: number; readonly why: 'noRule' }
  | { readonly day: number; readonly why: 'holiday'; readonly holiday: string; readonly kind: string }

/** Lists the days of a year that may have been forgotten. */
export function forgottenDays(calendar: Calendar, year: number): readonly ForgottenDay[] {
  const holidays = { dayBegins: calendar.dayBegins, rules: vietnamHolidays({ holiday: 'holiday', tet: 'tet' }) }
  return daysOfYear(year).flatMap((day): ForgottenDay[] => {
    const rule = ruleOn(calendar, day)
    if (!rule) return [{ day, why: 'noRule' }]
    const holiday = ruleOn(holidays, day)?.name
    if (holiday === undefined || rule.on !== 'weekdays') return []
    return [{ day, why: 'holiday', holiday, kind: rule.kind }]
  })
}
