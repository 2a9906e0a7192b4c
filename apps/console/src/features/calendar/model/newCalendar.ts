import { vietnamHolidays, weekRules } from '@greenwave/changes/calendar/presets'
import type { Calendar, CalendarRule } from '@greenwave/contract/records/calendars'

/** Ids of the kinds that a new calendar begins with. */
export const FIRST_KINDS = ['working', 'saturday', 'sunday', 'holiday', 'tet'] as const
const COLOURS = { working: 'grey', saturday: 'blue', sunday: 'indigo', holiday: 'amber', tet: 'red' } as const

/** Holidays of the presets, by their English names; Tết is called so in each language. */
const HOLIDAYS = {
  'New Year': 'newYear',
  'Hùng Kings': 'hungKings',
  'Reunification Day': 'reunification',
  'Labour Day': 'labour',
  'National Day': 'national',
} as const
export type HolidayName = (typeof HOLIDAYS)[keyof typeof HOLIDAYS]

/** Returns a calendar with weekdays, weekend and public holidays of Vietnam, named in the language of the console. */
export function newCalendar(
  nameOf: (kind: (typeof FIRST_KINDS)[number]) => string,
  holidayOf: (holiday: HolidayName) => string,
): Calendar {
  const named = (rule: CalendarRule): CalendarRule => {
    const holiday = HOLIDAYS[rule.name as keyof typeof HOLIDAYS]
    return holiday === undefined ? rule : { ...rule, name: holidayOf(holiday) }
  }
  const kinds = FIRST_KINDS.map((id) => ({ id, name: nameOf(id), color: COLOURS[id] }))
  return {
    ...{ key: 'city', dayBegins: '03:00', kinds },
    rules: [
      ...vietnamHolidays({ holiday: 'holiday', tet: 'tet' }).map(named),
      // Their kinds say what their names would.
      ...weekRules({ working: 'working', saturday: 'saturday', sunday: 'sunday' }).map((rule) => ({
        ...rule,
        name: undefined,
      })),
    ],
  }
}

/** Returns rules with one moved up or down; the same list where it cannot be. */
export function withMoved(rules: readonly CalendarRule[], nth: number, by: -1 | 1): CalendarRule[] {
  const next = [...rules]
  const [rule] = next.splice(nth, 1)
  if (rule) next.splice(Math.max(0, nth + by), 0, rule)
  return next
}
