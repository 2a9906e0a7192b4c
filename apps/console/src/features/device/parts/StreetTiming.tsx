import { cycleSeconds } from '@greenwave/controller/cycle'
import { ofPhase, PHASES } from '@greenwave/controller/limits'
import {
  type ProgramInEffect,
  phasesAstray,
  type StreetDifference,
  type StreetWatch,
  streetDifferences,
} from '../../../data/device/street/streetWatch.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import styles from './SignalsCard.module.css'
import { TimingDiagram } from './TimingDiagram.tsx'

interface StreetTimingProps {
  readonly inEffect: ProgramInEffect
  readonly watch: StreetWatch
  /** False when the lamps are not live; no cursor is drawn then. */
  readonly live: boolean
  /**
   * True when the lamps show a fault. Then the card does not speak of a change of program, which would explain the
   * fault away.
   */
  readonly faulty?: boolean
}

/**
 * Draws the running program with its current second, and lists what was observed on the street and where it differs
 * from the program.
 */
export function StreetTiming({ inEffect, watch, live, faulty = false }: StreetTimingProps) {
  const t = useTexts('device')
  const { program, clearance } = inEffect
  const { position } = watch
  const astray = phasesAstray(watch)
  const differences = streetDifferences(watch, inEffect)
  const observed = PHASES.flatMap((phase): string[] => {
    const [green] = ofPhase(watch.observed, phase).greens
    return green === undefined ? [] : [t('signals.observedPhase', { phase: t('phase', { phase }), green })]
  })
  const cycles = PHASES.flatMap((phase) => ofPhase(watch.observed, phase).cycles[0] ?? [])
  if (cycles[0] !== undefined) observed.push(t('signals.observedCycle', { cycle: cycles[0] }))

  return (
    <div className={styles.timing}>
      <TimingDiagram
        program={program.number}
        phases={program.phases}
        clearance={clearance}
        {...(live && position.kind === 'at' && { cursor: position.second })}
      />
      {live && astray.length > 0 && (
        <p className={styles.note} data-tone="bad">
          <StatusShape tone="bad" />{' '}
          {t('signals.astray', {
            program: program.number,
            phases: astray.map((phase) => t('phase', { phase }).toLowerCase()).join(', '),
          })}
        </p>
      )}
      {live && !faulty && astray.length === 0 && position.kind === 'astray' && (
        <p className={styles.note}>{t('signals.changing', { program: program.number })}</p>
      )}
      {differences.length > 0 && (
        <p className={styles.note} data-tone="warn">
          <StatusShape tone="warn" /> {t('signals.observedDiffers', { differences: differences.map(words).join('; ') })}
        </p>
      )}
      {observed.length > 0 && cycleSeconds(program, clearance) > 0 && (
        <p className={styles.note}>{t('signals.observed', { phases: observed.join(' · ') })}</p>
      )}
    </div>
  )

  function words({ phase, what, observed: seen, programmed }: StreetDifference): string {
    return t(what === 'green' ? 'signals.greenDiffers' : 'signals.cycleDiffers', { phase, observed: seen, programmed })
  }
}
