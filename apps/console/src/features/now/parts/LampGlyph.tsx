import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useLamps } from '../../../data/device/lampsState.ts'
import { siteNotesQuery } from '../../../data/queries/siteNotes.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './LampGlyph.module.css'

interface LampGlyphProps {
  readonly junctionId: string
  /** Whether an incident says that lamps are dark: then no phase counts as not shown. */
  readonly isDark: boolean
}

/**
 * The three signal heads of a junction in small, live; grey when they are only what was last seen. A phase whose display shows
 * nothing before its last seconds has a dashed outline meanwhile.
 */
export const LampGlyph = memo(function LampGlyph({ junctionId, isDark }: LampGlyphProps) {
  const t = useTexts('monitoring', 'now')
  const { inText } = usePhaseNames()
  const { lit, isLive } = useLamps(junctionId)
  const { data: notes } = useQuery(siteNotesQuery(junctionId))
  const isHidden = (phase: PhaseNumber) =>
    !isDark && lit !== null && ofPhase(lit, phase).length === 0 && notes !== undefined && ofPhase(notes.hides, phase)
  const lampsText = (lamps: readonly LampColour[], phase: PhaseNumber) => {
    if (lamps.length > 0) return lamps.map((lamp) => t(`lamp.${lamp}`)).join(t('lamp.and'))
    return t(isHidden(phase) ? 'lamp.notShown' : 'lamp.none')
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
})
