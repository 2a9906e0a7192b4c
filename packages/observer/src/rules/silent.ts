import { momentRule } from '../rule.ts'
import { STALE_AFTER_MS } from '../timing.ts'
import type { IncidentWords } from '../words.ts'

/** The platform says connected, and no lamps arrive. */
export const silentRule = momentRule({
  code: 'silent',
  severity: 'MAJOR',
  input: 'moment',
  limits: { seconds: 10, clearSeconds: 5 },
  raise: () => ({ times: 1, seconds: 0 }),
  clear: ({ clearSeconds }) => ({ times: 1, seconds: clearSeconds }),
  evaluate: ({ atMs, link, lampsMs, watchedMs, isOffline, isDeaf }, { seconds }) => {
    if (lampsMs !== null && atMs - lampsMs <= STALE_AFTER_MS) return { holds: false }
    // Whether it is silent or gone shows once the platform says so again, or it counts as not connected.
    if (link.connected !== true || isOffline || isDeaf) return null
    const sinceMs = Math.max(lampsMs ?? 0, link.sinceMs ?? 0)
    if (atMs - Math.max(sinceMs, watchedMs) < seconds * 1000) return { holds: 'between' }
    return {
      holds: true,
      facts: { seconds: Math.round((atMs - (sinceMs || watchedMs)) / 1000) },
      sinceMs: sinceMs || watchedMs,
    }
  },
})

/** Sentence of the incident. */
export const silentWords: IncidentWords<'silent'> = {
  type: 'No lamps',
  condition: 'The platform says connected, and no sample came for 10 s',
  sentence: ({ seconds }) => `Connected, but no lamps for ${seconds} s`,
  value: ({ seconds }) => `${seconds} s`,
}
