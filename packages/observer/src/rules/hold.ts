import { lampRule } from '../rule.ts'
import type { IncidentWords } from '../words.ts'
import { timeOfDay } from './offline.ts'

/** A junction is held or flashes without a requested end, or continues beyond it. */
export const holdRule = lampRule({
  code: 'hold',
  severity: 'WARNING',
  input: 'lamps',
  pauses: 'gap',
  // A hold that has an end is ended by then: the change takes a moment.
  limits: { minutes: 15, overdueSeconds: 60 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: () => ({ times: 1, seconds: 0 }),
  evaluate: ({ street, force, notes, plannedFlashMs, atMs }, { minutes, overdueSeconds }) => {
    const { mode } = street
    if (!mode) return null
    if (mode.mode === 4 || (mode.mode === 0 && force.flashesByPlan)) return { holds: false }
    const { holdUntilMs } = notes
    const sinceMs = Math.max(mode.sinceMs, plannedFlashMs)
    // A hold that began after the end of another one is new, and has no notes.
    const isLimited = holdUntilMs !== null && sinceMs < holdUntilMs
    if (atMs < (isLimited ? holdUntilMs + overdueSeconds * 1000 : sinceMs + minutes * 60_000)) return { holds: false }
    return { holds: true, facts: { mode: mode.mode, sinceMs }, sinceMs }
  },
})

/** Sentence of the incident. */
export const holdWords: IncidentWords<'hold'> = {
  type: 'Held',
  condition: 'Held or flashing for 15 min without a limit of time, or 60 s beyond it, and no plan says so',
  sentence: ({ mode, sinceMs }) =>
    mode === 0
      ? `Flashing since ${timeOfDay(sinceMs)}, no end set`
      : `Held on Tuyến ${mode} since ${timeOfDay(sinceMs)}`,
}
