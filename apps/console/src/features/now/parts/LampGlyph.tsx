import { LAMP_COLOURS, ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { memo } from 'react'
import { useLamps } from '../../../data/device/lampsState.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './LampGlyph.module.css'

/** The three signal heads of a junction in small, live; grey when they are only what was last seen. */
export const LampGlyph = memo(function LampGlyph({ junctionId }: { readonly junctionId: string }) {
  const t = useTexts('monitoring', 'now')
  const { inText } = usePhaseNames()
  const { lit, isLive } = useLamps(junctionId)
  const phases = lit?.map((lamps, at) =>
    t('phaseLamps', {
      phase: inText(at + 1),
      lamps: lamps.length === 0 ? t('lamp.none') : lamps.map((lamp) => t(`lamp.${lamp}`)).join(t('lamp.and')),
    }),
  )
  const label = phases ? t(isLive ? 'lamps' : 'lampsOld', { phases: phases.join(', ') }) : t('lampsUnknown')
  return (
    <span className={styles.glyph} role="img" aria-label={label} title={label} data-old={!isLive || undefined}>
      {PHASES.map((phase) => (
        <span key={phase}>
          {LAMP_COLOURS.map((colour) => (
            <i key={colour} data-lamp={colour} data-lit={(lit && ofPhase(lit, phase).includes(colour)) || undefined} />
          ))}
        </span>
      ))}
    </span>
  )
})
