import { momentRule } from '../rule.ts'
import type { IncidentWords } from '../words.ts'

/** The settings in force are not those of the day's kind, and no user set them. */
export const calendarRule = momentRule({
  code: 'calendar',
  severity: 'MINOR',
  input: 'moment',
  limits: { minutes: 10 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: () => ({ times: 1, seconds: 0 }),
  evaluate: ({ atMs, offCalendar, isOffline }, { minutes }) => {
    if (!offCalendar || isOffline || atMs < offCalendar.sinceMs + minutes * 60_000) return { holds: false }
    const { runs, day, sinceMs } = offCalendar
    return { holds: true, facts: { runs, day }, sinceMs }
  },
})

/** Sentence of the incident. */
export const calendarWords: IncidentWords<'calendar'> = {
  type: 'Wrong kind of day',
  condition: 'For 10 min the settings in force are not those of the day’s kind, and no user set them',
  sentence: ({ runs, day }) =>
    runs === '' ? `Does not run the plans of the kind “${day}”` : `Runs the plans of “${runs}”, the day is “${day}”`,
}
