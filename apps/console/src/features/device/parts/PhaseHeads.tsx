import { isServed } from '@greenwave/controller/cycle'
import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { ExpectedLamp } from '@greenwave/observer/expectation'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import type { PhaseReading } from '../../../data/device/street/phaseReading.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { LONGEST_COUNT, SignalHead, type SignalHeadProps } from '../../../shared/SignalHead.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import styles from './SignalsCard.module.css'

const headsOf = ({ signals, lampsFreshness, inEffect, programInEffect, expected }: DeviceState) => ({
  phases: signals.phases,
  expected: expected.phases,
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
  const { phases, expected, together, old, kind, program } = useDevice(deviceId, headsOf)
  return (
    <div className={styles.heads}>
      {PHASES.map((phase) => {
        const reading = ofPhase(phases, phase)
        const { red, yellow, green } = reading.lamps
        const flashing = kind === 'flashing' && reading.condition === 'yellow'
        const next = old ? null : ofPhase(expected, phase)
        return (
          <SignalHead
            key={phase}
            name={nameOf(phase) ?? t('phase', { phase })}
            red={red}
            yellow={yellow}
            green={green}
            state={flashing ? t('signals.flashing') : stateText(reading)}
            note={noteText(reading)}
            {...remarkOf(reading, phase, next)}
            expected={next?.seconds}
            notShown={reading.condition === 'notShown'}
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

  /** Names why a lamp shows no seconds or expected ones, with an explanation; nothing where the lamp counts. */
  function remarkOf(
    reading: PhaseReading,
    phase: PhaseNumber,
    next: ExpectedLamp | null,
  ): Pick<SignalHeadProps, 'remark' | 'remarkHint'> {
    const { condition, isCounting } = reading
    const about = next && program && { seconds: next.seconds, program: program.number }
    if (condition === 'notShown') {
      const remark = about && t('signals.expectedNext', { ...about, lamp: t(LAMP_TEXTS[next.lamp]) })
      return { remark: remark ?? undefined, remarkHint: t('signals.notShownHint') }
    }
    if (isWithoutEnd(reading, phase)) return { remark: t('signals.uncounted') }
    if ((condition !== 'green' && condition !== 'red') || isCounting) return {}
    if (about) return { remark: t('signals.expected', about), remarkHint: t('signals.expectedHint') }
    return { remark: t('signals.secondsUnknown'), remarkHint: t('signals.uncountedHint') }
  }

  /** Returns whether the lit lamp counts nothing because it has no end: in a hold, or at red of a phase that is not served (R13). */
  function isWithoutEnd({ condition, lamps }: PhaseReading, phase: PhaseNumber): boolean {
    const counts = { green: lamps.green, red: lamps.red }
    if (condition !== 'green' && condition !== 'red') return false
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
