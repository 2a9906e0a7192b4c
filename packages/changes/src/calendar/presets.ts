/** @file Rules that most calendars begin with. */
import type { CalendarRule } from '@greenwave/contract/records/calendars'

/** Returns the rules for weekdays and the two days of the weekend. */
export function weekRules(kinds: {
  readonly working: string
  readonly saturday: string
  readonly sunday: string
}): readonly CalendarRule[] {
  return [
    { on: 'weekdays', days: [7], every: 1, kind: kinds.sunday, name: 'Sunday' },
    { on: 'weekdays', days: [6], every: 1, kind: kinds.saturday, name: 'Saturday' },
    { on: 'weekdays', days: [1, 2, 3, 4, 5], every: 1, kind: kinds.working, name: 'Monday to Friday' },
  ]
}

/**
 * Returns the public holidays of Vietnam by the Labour Code of 2019, article 112. The days around Tết and National Day
 * are those of most years; the government announces them each year, and with them days off for holidays at a weekend.
 */
export function vietnamHolidays(kinds: { readonly holiday: string; readonly tet: string }): readonly CalendarRule[] {
  const { holiday, tet } = kinds
  const none = { before: 0, after: 0 }
  return [
    { on: 'lunar', month: 1, day: 1, before: 1, after: 3, kind: tet, name: 'Tết' },
    { on: 'solar', month: 1, day: 1, ...none, kind: holiday, name: 'New Year' },
    { on: 'lunar', month: 3, day: 10, ...none, kind: holiday, name: 'Hùng Kings' },
    { on: 'solar', month: 4, day: 30, ...none, kind: holiday, name: 'Reunification Day' },
    { on: 'solar', month: 5, day: 1, ...none, kind: holiday, name: 'Labour Day' },
    { on: 'solar', month: 9, day: 2, before: 1, after: 0, kind: holiday, name: 'National Day' },
  ]
}
