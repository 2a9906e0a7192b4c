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
  /** What is left of the green wave, or of those that the junction breaks. */
  readonly consequences: readonly string[]
  readonly since: string
}

/** Incidents whose sentence tells since when they are. */
const DATED: ReadonlySet<string> = new Set(['offline', 'hold'])

/** Returns a function for the words on a tile. */
export function useTileWords(fleet: Fleet, nowMs: number): (row: WrongRow) => TileWords {
  const t = useTexts('incidents', 'wall')
  const words = useHealthWords()
  const ageText = useAgeText()
  const incidentWords = useIncidentWords()
  const waveWords = useWaveWords()
  return (row) => {
    const { assignee = null, acknowledgedMs = null } = row.kind === 'incident' ? row.incident : {}
    const wave = row.kind === 'incident' ? waveWords(row.incident) : undefined
    const isDated = row.kind === 'incident' && DATED.has(row.incident.code)
    const sinceMs = (isDated && row.incident.facts.sinceMs) || row.sinceMs
    // The green waves that a junction breaks follow from what is wrong there.
    const broken = row.kind === 'incident' ? row.others.filter(({ of }) => of === 'corridor') : []
    const others = row.others.length - broken.length
    const consequences = [
      ...(wave ? [wave.left] : []),
      ...broken.map((incident) => [incident.junction, waveWords(incident)?.left].filter(Boolean).join(' · ')),
    ]
    const since = [
      row.sinceMs > 0 && !isDated && words.time({ sinceMs, untilMs: null }, nowMs),
      row.sinceMs > 0 && ageText(nowMs - sinceMs),
      assignee ? t('assigned', { name: assignee.name }) : acknowledgedMs !== null && t('acknowledged'),
      others > 0 && t('others', { count: others }),
    ]
      .filter(Boolean)
      .join(' · ')
    switch (row.kind) {
      case 'incident':
        return {
          name: row.incident.junction,
          sentence: wave?.cause ?? incidentWords(row.incident, nowMs, row.incident.sinceMs),
          consequences,
          since,
        }
      case 'group': {
        const [first] = row.incidents
        const customer = first && fleet.junctions.get(first.junctionId)?.customer
        const count = row.incidents.length
        const name = customer ? t('lostGroupOf', { count, customer }) : t('lostGroup', { count })
        return { name, sentence: t('lostTogether'), consequences, since }
      }
      case 'junction': {
        // It is held or flashes, and has an end; what is muted has no tile.
        const { label, facts } = row.junction
        const texts = [
          words.mode(facts.watcherState?.mode ?? AUTOMATIC_MODE),
          words.name({ code: 'hold' }),
          words.time({ sinceMs: null, untilMs: facts.holdUntilMs }, nowMs),
        ]
        return { name: label, sentence: texts.filter(Boolean).join(' · '), consequences, since }
      }
    }
  }
}

/**
 * Returns a function that says of a broken green wave what breaks it, and apart from it what is left, because the cause
 * is the end of the usual sentence, and comes first on a tile; undefined where that is all that there is to say.
 */
function useWaveWords() {
  const t = useTexts('incidents', 'words')
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
