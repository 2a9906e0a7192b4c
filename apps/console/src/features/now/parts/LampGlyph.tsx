import { LAMP_COLOURS, ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { memo } from 'react'
import type { ShownLamps } from '../../../data/device/lampsState.ts'
import { useLampWords, useShownLamps } from '../../../shared/useShownLamps.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './LampGlyph.module.css'

interface LampGlyphProps {
  readonly junctionId: string
  /** Whether an incident says that lamps are dark: then no phase counts as not shown. */
  readonly isDark: boolean
}

/** The three signal heads of a junction in small, live. */
export const LampGlyph = memo(function LampGlyph({ junctionId, isDark }: LampGlyphProps) {
  return <LampHeads {...useShownLamps(junctionId, isDark)} />
})

/**
 * Draws three small heads, grey when they are only what was last seen. A phase whose display shows nothing now has a dashed
 * outline with a question mark, one without data empty rings.
 */
export function LampHeads({ phases, isLive }: ShownLamps) {
  const t = useTexts('incidents', 'now')
  const words = useLampWords()
  const { inText } = usePhaseNames()
  const texts =
    phases && PHASES.map((phase) => t('phaseLamps', { phase: inText(phase), lamps: words(ofPhase(phases, phase)) }))
  const label = texts ? t(isLive ? 'lamps' : 'lampsOld', { phases: texts.join(', ') }) : t('lampsUnknown')
  return (
    <span className={styles.glyph} role="img" aria-label={label} title={label} data-old={!isLive || undefined}>
      {PHASES.map((phase) => {
        const lamps = phases ? ofPhase(phases, phase) : 'noData'
        const lit = typeof lamps === 'string' ? [] : lamps
        return (
          <span key={phase} data-unlit={typeof lamps === 'string' ? lamps : undefined}>
            {LAMP_COLOURS.map((colour) => (
              <i key={colour} data-lamp={colour} data-lit={lit.includes(colour) || undefined} />
            ))}
          </span>
        )
      })}
    </span>
  )
}
