import { ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { Deviation } from '@greenwave/observer/incident'
import type { ProgramInEffect } from '../../../data/device/deviceState.ts'
import type { CyclePosition } from '../../../data/device/street/cyclePosition.ts'
import type { Following } from '../../../data/device/street/observedStreet.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusShape } from '../../../ui/states/StatusTag.tsx'
import styles from './SignalsCard.module.css'
import { TimingDiagram } from './TimingDiagram.tsx'

interface StreetTimingProps {
  readonly inEffect: ProgramInEffect
  readonly position: CyclePosition
  readonly following: Following
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
export function StreetTiming({ inEffect, position, following, live, faulty = false }: StreetTimingProps) {
  const t = useTexts('device')
  const { nameOf, inText } = usePhaseNames()
  const { program, clearance } = inEffect
  const { deviations } = following
  const astray = deviations.flatMap((one) => (one.what === 'position' ? one.phases : []))
  const differences = deviations.flatMap(words)
  const observed = following.observed ? observedWords(following.observed) : []

  return (
    <>
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
            phases: astray.map((phase) => nameOf(phase) ?? t('phase', { phase }).toLowerCase()).join(', '),
          })}
        </p>
      )}
      {live && !faulty && astray.length === 0 && position.kind === 'astray' && (
        <p className={styles.note}>{t('signals.changing', { program: program.number })}</p>
      )}
      {differences.length > 0 && (
        <p className={styles.note} data-tone="warn">
          <StatusShape tone="warn" /> {t('signals.observedDiffers', { differences: differences.join('; ') })}
        </p>
      )}
      {observed.length > 0 && <p className={styles.note}>{t('signals.observed', { phases: observed.join(' · ') })}</p>}
    </>
  )

  function words(deviation: Deviation): string[] {
    if (deviation.what === 'cycle') {
      const { seconds, setSeconds } = deviation
      const phase = firstPhase()
      return phase
        ? [t('signals.cycleDiffers', { phase: inText(phase), observed: seconds, programmed: setSeconds })]
        : []
    }
    if (deviation.what === 'limits') {
      const { phases, seconds, smallest, largest } = deviation
      const limits = `${smallest}–${largest}`
      return [t('signals.greenDiffers', { phase: inText(phases[0]), observed: seconds, programmed: limits })]
    }
    if (deviation.what !== 'green') return []
    const { phases, seconds, setSeconds } = deviation
    return [t('signals.greenDiffers', { phase: inText(phases[0]), observed: seconds, programmed: setSeconds })]
  }

  function firstPhase(): PhaseNumber | undefined {
    return PHASES.find((phase) => ofPhase(program.phases, phase).green > 0)
  }

  function observedWords({ greens, cycle }: NonNullable<Following['observed']>): string[] {
    const ofPhases = PHASES.flatMap((phase): string[] => {
      const green = greens[phase - 1] ?? 0
      return green > 0 ? [t('signals.observedPhase', { phase: nameOf(phase) ?? t('phase', { phase }), green })] : []
    })
    return [...ofPhases, t('signals.observedCycle', { cycle })]
  }
}
