import { LAMP_COLOURS, ofPhase, type PerPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { type LampsState, useLamps } from '../../../data/device/lampsState.ts'
import { siteNotesQuery } from '../../../data/queries/siteNotes.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './LampGlyph.module.css'

interface LampGlyphProps {
  readonly junctionId: string
  /** Whether an incident says that lamps are dark: then no phase counts as not shown. */
  readonly isDark: boolean
}

const NOTHING_HIDDEN: PerPhase<boolean> = [false, false, false]

/** The three signal heads of a junction in small, live. */
export const LampGlyph = memo(function LampGlyph({ junctionId, isDark }: LampGlyphProps) {
  const lamps = useLamps(junctionId)
  const { data } = useQuery(siteNotesQuery(junctionId))
  return <LampHeads {...lamps} hides={(!isDark && data?.hides) || NOTHING_HIDDEN} />
})

interface LampHeadsProps extends Pick<LampsState, 'lit' | 'isLive'> {
  /** Whether each phase may show nothing although a lamp of it is lit. */
  readonly hides: PerPhase<boolean>
}

/**
 * Draws three small heads, grey when they are only what was last seen. A phase whose display shows nothing now has a dashed
 * outline with a question mark.
 */
export function LampHeads({ lit, isLive, hides }: LampHeadsProps) {
  const t = useTexts('monitoring', 'now')
  const { inText } = usePhaseNames()
  const isHidden = (phase: PhaseNumber) => lit !== null && ofPhase(lit, phase).length === 0 && ofPhase(hides, phase)
  const lampsText = (lamps: readonly LampColour[], phase: PhaseNumber) => {
    if (lamps.length > 0) return lamps.map((lamp) => t(`lamp.${lamp}`)).join(t('lamp.and'))
    return isHidden(phase) ? t('lamp.notShown') : t('lamp.none')
  }
  const phases =
    lit &&
    PHASES.map((phase) => t('phaseLamps', { phase: inText(phase), lamps: lampsText(ofPhase(lit, phase), phase) }))
  const label = phases ? t(isLive ? 'lamps' : 'lampsOld', { phases: phases.join(', ') }) : t('lampsUnknown')
  return (
    <span className={styles.glyph} role="img" aria-label={label} title={label} data-old={!isLive || undefined}>
      {PHASES.map((phase) => (
        <span key={phase} data-not-shown={isHidden(phase) || undefined}>
          {LAMP_COLOURS.map((colour) => (
            <i key={colour} data-lamp={colour} data-lit={(lit && ofPhase(lit, phase).includes(colour)) || undefined} />
          ))}
        </span>
      ))}
    </span>
  )
}
