import { localTimeAt } from '@greenwave/controller/deviceClock'
import { momentRule } from '../rule.ts'
import { isYetToCome, STALE_AFTER_MS } from '../timing.ts'
import type { IncidentWords } from '../words.ts'

/** The controller is not connected. */
export const offlineRule = momentRule({
  code: 'offline',
  severity: 'MAJOR',
  input: 'moment',
  limits: { seconds: 30, clearSeconds: 5 },
  raise: ({ seconds }) => ({ times: 1, seconds }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  ends: 'silent',
  evaluate: ({ atMs, link, heardMs, watchedMs, isDeaf }, { seconds }) => {
    if (heardMs !== null && atMs - heardMs <= STALE_AFTER_MS) return { holds: false }
    // What the platform says of the connection is evidence; that nothing is heard is none.
    if (isDeaf && link.connected !== false) return null
    const linkMs = link.sinceMs !== null && isYetToCome(link.sinceMs, atMs) ? watchedMs : link.sinceMs
    const sinceMs = link.connected !== null && linkMs !== null ? Math.max(linkMs, heardMs ?? 0) : heardMs
    // A dead connection stays open: the platform calls it connected, and nothing comes of it.
    if (link.connected === true && (sinceMs === null || atMs - sinceMs < seconds * 1000)) return { holds: false }
    if (sinceMs === null) return null
    return { holds: true, facts: { sinceMs }, sinceMs, countedMs: watchedMs }
  },
})

/** Sentence of the incident. */
export const offlineWords: IncidentWords<'offline'> = {
  type: 'Not connected',
  condition: 'The platform says disconnected, or nothing came of it, for 30 s',
  sentence: ({ sinceMs }) => `Not connected since ${timeOfDay(sinceMs)}`,
}

/** Returns a time as HH:MM in the zone of the controllers. */
export function timeOfDay(ms: number): string {
  const { hour, minute } = localTimeAt(ms)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
