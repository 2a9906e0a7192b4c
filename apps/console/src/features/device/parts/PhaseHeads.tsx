import { isServed } from '@greenwave/controller/cycle'
import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import type { PhaseReading } from '../../../data/device/street/phaseReading.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { LONGEST_COUNT, SignalHead } from '../../../shared/SignalHead.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './SignalsCard.module.css'

const headsOf = ({ signals, lampsFreshness, inEffect, programInEffect }: DeviceState) => ({
  phases: signals.phases,
  together: signals.together,
  /** True when the lamps are not live. */
  old: lampsFreshness.kind !== 'live',
  /** Source that drives the lamps; some of the texts depend on it. */
  kind: inEffect?.kind ?? null,
  /** The program in effect; null if there is none. */
  program: programInEffect?.program ?? null,
})

const LAMP_TEXTS = { red: 'signals.red', yellow: 'signals.yellow', green: 'signals.green' } as const

/** Shows the three signal heads of a controller, with their states in words. */
export function PhaseHeads({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const { nameOf } = usePhaseNames()
  const { phases, together, old, kind, program } = useDevice(deviceId, headsOf)
  return (
    <div className={styles.heads}>
      {PHASES.map((phase) => {
        const reading = ofPhase(phases, phase)
        const { red, yellow, green } = reading.lamps
        const flashing = kind === 'flashing' && reading.condition === 'yellow'
        return (
          <SignalHead
            key={phase}
            name={nameOf(phase) ?? t('phase', { phase })}
            red={red}
            yellow={yellow}
            green={green}
            state={flashing ? t('signals.flashing') : stateText(reading)}
            note={noteText(reading)}
            remark={isUncounted(reading, phase) ? t('signals.uncounted') : undefined}
            lastKnown={old && reading.condition !== 'noData' ? t('signals.lastKnown') : undefined}
            overlong={overlongText(reading)}
            uncounted={!reading.isCounting}
            inConflict={!old && together.includes(phase)}
            fault={reading.condition === 'dark' || reading.condition === 'conflicting' || reading.frozen}
            old={old}
            flashing={flashing}
          />
        )
      })}
    </div>
  )

  /**
   * Returns whether the lit lamp does not count: its display does not now, or it reads 1 in a hold, or at red of a phase
   * that is not served (R13).
   */
  function isUncounted({ condition, lamps, isCounting }: PhaseReading, phase: PhaseNumber): boolean {
    const counts = { green: lamps.green, red: lamps.red }
    if (condition !== 'green' && condition !== 'red') return false
    if (!isCounting) return true
    if (counts[condition] !== 1) return false
    if (kind === 'hold') return true
    return condition === 'red' && program !== null && !isServed(ofPhase(program.phases, phase))
  }

  function overlongText({ lamps }: PhaseReading): string | undefined {
    const longest = Math.max(lamps.red ?? 0, lamps.yellow ?? 0, lamps.green ?? 0)
    return longest > LONGEST_COUNT ? t('signals.overlong', { seconds: String(longest) }) : undefined
  }

  function stateText(reading: PhaseReading): string {
    if (reading.condition === 'green' && kind === 'hold') return t('signals.held')
    return t(`signals.${reading.condition}`)
  }

  function noteText(reading: PhaseReading): string | undefined {
    if (reading.frozen) return t('signals.frozen')
    if (reading.condition === 'noData') return undefined
    const missing = LAMP_COLOURS.filter((colour) => reading.lamps[colour] === undefined)
    if (missing.length === 0) return undefined
    return t('signals.lampUnknown', { lamps: missing.map((colour) => t(LAMP_TEXTS[colour]).toLowerCase()).join(', ') })
  }
}
