import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import type { WrongRow } from '../../../data/fleet/worstFirst.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { useWaveCauseText } from '../../../shared/useWaveCauseText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'

/** The words on a tile: who, what is wrong, and since when. */
interface TileWords {
  readonly name: string
  readonly sentence: string
  /** Share that is left of a green wave. */
  readonly left?: string | undefined
  readonly since: string
}

/** Returns a function for the words on a tile. */
export function useTileWords(fleet: Fleet, nowMs: number): (row: WrongRow) => TileWords {
  const t = useTexts('monitoring', 'wall')
  const words = useHealthWords()
  const ageText = useAgeText()
  const incidentWords = useIncidentWords()
  const waveWords = useWaveWords()
  return (row) => {
    const { assignee = null, acknowledgedMs = null } = row.kind === 'incident' ? row.incident : {}
    const wave = row.kind === 'incident' ? waveWords(row.incident) : undefined
    const since = [
      row.sinceMs > 0 && words.time({ sinceMs: row.sinceMs, untilMs: null }, nowMs),
      row.sinceMs > 0 && ageText(nowMs - row.sinceMs),
      assignee ? t('assigned', { name: assignee.name }) : acknowledgedMs !== null && t('acknowledged'),
      row.others.length > 0 && t('others', { count: row.others.length }),
    ]
      .filter(Boolean)
      .join(' · ')
    switch (row.kind) {
      case 'incident':
        return {
          name: row.incident.junction,
          sentence: wave?.cause ?? incidentWords(row.incident, nowMs, row.incident.sinceMs),
          left: wave?.left,
          since,
        }
      case 'group': {
        const [first] = row.incidents
        const customer = first && fleet.junctions.get(first.junctionId)?.customer
        const count = row.incidents.length
        const name = customer ? t('lostGroupOf', { count, customer }) : t('lostGroup', { count })
        return { name, sentence: t('lostTogether'), since }
      }
      case 'junction': {
        // It is held or flashes, and has an end; what is muted has no tile.
        const { label, facts } = row.junction
        const texts = [
          words.mode(facts.watcherState?.mode ?? AUTOMATIC_MODE),
          words.name({ code: 'hold' }),
          words.time({ sinceMs: null, untilMs: facts.holdUntilMs }, nowMs),
        ]
        return { name: label, sentence: texts.filter(Boolean).join(' · '), since }
      }
    }
  }
}

/**
 * Returns a function that says of a broken green wave what breaks it, and apart from it what is left, because the cause
 * is the end of the usual sentence, which a tile has no room for; undefined where that is all that there is to say.
 */
function useWaveWords() {
  const t = useTexts('monitoring', 'incidents')
  const causeText = useWaveCauseText('first')
  return ({ code, facts }: Incident): { readonly cause: string; readonly left: string } | undefined => {
    const { direction, seconds, setSeconds } = facts
    const cause = code === 'corridor' ? causeText(facts) : undefined
    if (cause === undefined || direction === undefined) return undefined
    const way = t(`ways.${direction}`)
    if (facts.cause === 'offline') return { cause, left: t('waveHidden', { way }) }
    if (seconds === undefined || setSeconds === undefined) return undefined
    return { cause, left: t('waveLeft', { way, seconds: Math.round(seconds), setSeconds: Math.round(setSeconds) }) }
  }
}
