import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import { useLamps } from '../../../data/device/lampsState.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Card.module.css'

/** One large lamp for each phase, live: the colour that is lit, with its letter. Without live data no lamp is shown as lit. */
export function BigLamps({ deviceId }: { readonly deviceId: string }) {
  const t = useTexts('monitoring', 'now')
  const card = useTexts('monitoring', 'card')
  const letters = useTexts('common')
  const { nameOf } = usePhaseNames()
  const { lit, isLive } = useLamps(deviceId)
  return (
    <ul className={styles.lamps}>
      {PHASES.map((phase) => {
        const colours = lit && isLive ? ofPhase(lit, phase) : []
        const text = !lit || !isLive ? t('lampsUnknown') : colours.map((one) => t(`lamp.${one}`)).join(t('lamp.and'))
        return (
          <li key={phase}>
            <span className={styles.lamp} data-lamp={colours[0]} data-live={isLive || undefined} aria-hidden="true">
              {isLive ? colours.map((one) => letters(`letters.${one}`)).join('') || '–' : '?'}
            </span>
            <span className={styles.phase}>
              {nameOf(phase) ?? card('phase', { phase })}
              <span className={styles.heard}>: {text || t('lamp.none')}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
