import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'

/** Returns functions that say in a sentence what is wrong with a junction, in the reader's language. */
export function useRowSentences() {
  const t = useTexts('incidents', 'now')
  const words = useHealthWords()
  const sentence = useIncidentWords()
  return {
    /** Returns the sentence of an incident. `nowMs` is epoch milliseconds. */
    incident: (incident: Incident, nowMs: number): string => `${sentence(incident, nowMs, incident.sinceMs)}.`,
    /** Returns the sentence of a junction that is held or muted, and has no incident. */
    junction({ facts: { watcherState } }: FleetJunction): string {
      if (watcherState?.level === 1) return t('mutedWell')
      const mode = watcherState?.mode
      if (mode === undefined || mode < 1 || mode > 2) return t('flashing')
      return t('held', { mode: words.mode(mode) })
    },
  }
}
