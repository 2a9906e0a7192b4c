import { ofPhase, type PerPhase, PHASES } from '@greenwave/controller/limits'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PhaseReading } from '../model/phaseReading.ts'
import { SignalHead } from './SignalHead.tsx'
import styles from './SignalsCard.module.css'

interface PhaseHeadsProps {
  readonly phases: PerPhase<PhaseReading>
  /** What is shown is not from now. */
  readonly old: boolean
  /** What drives the lamps, as far as it changes the words. */
  readonly kind: 'program' | 'flashing' | 'hold' | null
}

const LAMP_TEXTS = { red: 'signals.red', yellow: 'signals.yellow', green: 'signals.green' } as const

/** The three signal heads of a controller with their states in words. */
export function PhaseHeads({ phases, old, kind }: PhaseHeadsProps) {
  const t = useTexts('device')
  return (
    <div className={styles.heads}>
      {PHASES.map((phase) => {
        const reading = ofPhase(phases, phase)
        const { red, yellow, green } = reading.lamps
        const flashing = kind === 'flashing' && reading.condition === 'yellow'
        return (
          <SignalHead
            key={phase}
            name={t('phase', { phase })}
            red={red}
            yellow={yellow}
            green={green}
            state={flashing ? t('signals.flashing') : stateText(reading)}
            note={noteText(reading)}
            fault={reading.condition === 'dark' || reading.condition === 'conflicting' || reading.frozen}
            old={old}
            flashing={flashing}
          />
        )
      })}
    </div>
  )

  function stateText(reading: PhaseReading): string {
    if (reading.condition === 'green' && kind === 'hold') return t('signals.held')
    return t(`signals.${reading.condition}`)
  }

  function noteText(reading: PhaseReading): string | undefined {
    if (reading.frozen) return t('signals.frozen')
    if (reading.condition === 'noData') return undefined
    const missing = (['red', 'yellow', 'green'] as const).filter((colour) => reading.lamps[colour] === undefined)
    if (missing.length === 0) return undefined
    return t('signals.lampUnknown', { lamps: missing.map((colour) => t(LAMP_TEXTS[colour]).toLowerCase()).join(', ') })
  }
}
