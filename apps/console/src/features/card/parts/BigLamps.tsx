import { ofPhase, PHASES } from '@greenwave/controller/controllerLimits'
import type { ShownLamps } from '../../../data/device/lampsState.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useLampWords, useShownLamps } from '../../../shared/useShownLamps.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './Card.module.css'

interface BigLampsProps {
  readonly deviceId: string
  /** Whether an incident says that lamps are dark: then no phase counts as not shown. */
  readonly isDark: boolean
}

/** The lamps of a junction, live. */
export function BigLamps({ deviceId, isDark }: BigLampsProps) {
  return <PhaseLamps {...useShownLamps(deviceId, isDark)} />
}

/**
 * One large lamp for each phase: the colour that is lit, with its letter; a dash where it is dark, a question mark
 * where its display shows no lamp or nothing live is known. What is not written in the lamp is written below it.
 */
export function PhaseLamps({ phases, isLive }: ShownLamps) {
  const card = useTexts('incidents', 'card')
  const letters = useTexts('common')
  const words = useLampWords()
  const { nameOf } = usePhaseNames()
  return (
    <ul className={styles.lamps}>
      {PHASES.map((phase) => {
        const lamps = phases && isLive ? ofPhase(phases, phase) : 'noData'
        const isLit = typeof lamps !== 'string'
        return (
          <li key={phase}>
            <span
              className={styles.lamp}
              data-lamp={isLit ? lamps[0] : undefined}
              data-unlit={isLit ? undefined : lamps}
              aria-hidden="true"
            >
              {isLit ? lamps.map((one) => letters(`letters.${one}`)).join('') : lamps === 'dark' ? '–' : '?'}
            </span>
            <span className={styles.phase}>
              {nameOf(phase) ?? card('phase', { phase })}
              <span className={isLit ? styles.heard : undefined}>: {words(lamps)}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
