import { isPresent } from '@greenwave/controller/attributes'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { MODE_KEY } from '@greenwave/controller/keys'
import { programOf } from '@greenwave/controller/settings'
import { useMemo } from 'react'
import type { DeviceClockView } from '../../../data/device/deviceClockView.ts'
import type { Freshness } from '../../../data/device/freshness.ts'
import { type Deliveries, deliveryOf } from '../../../data/device/settings/deliveries.ts'
import type { InEffect } from '../../../data/device/settings/inEffect.ts'
import { plainValues } from '../../../data/device/settings/settingFacts.ts'
import { conflictingPhases, type SignalSamples, showsFault } from '../../../data/device/street/signalSamples.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { StatusShape, StatusTag } from '../../../ui/states/StatusTag.tsx'
import { wallClockText } from '../model/clockText.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import type { DeviceView } from '../model/deviceView.ts'
import { modeTextKey } from '../model/modeText.ts'
import { FreshnessTag } from './FreshnessTag.tsx'
import { ModeChooser } from './ModeChooser.tsx'
import { PhaseHeads } from './PhaseHeads.tsx'
import { SettingFacts } from './SettingFacts.tsx'
import styles from './SignalsCard.module.css'
import { StreetTiming } from './StreetTiming.tsx'
import { useStreetWatch } from './useStreetWatch.ts'

interface SignalsCardProps {
  readonly view: DeviceView
  readonly samples: SignalSamples
  /** Whether the lamps may look live. */
  readonly freshness: Freshness['kind']
  /** False until it is known whether there are any countdowns. */
  readonly telemetryKnown: boolean
  /** The latest time of the future that samples carried and are left out for, epoch ms. */
  readonly futureMs?: number | undefined
  readonly clock: DeviceClockView | null
  /** Whether the clock may look live: it can stop while the lamps go on. */
  readonly clockFreshness: Freshness['kind']
  readonly inEffect: InEffect | null
  readonly deliveries: Deliveries
  readonly onOpen: OpenDialog | undefined
}

/** The central status: lamps, the running program with the street's place in it, the mode, and the clocks. */
export function SignalsCard(props: SignalsCardProps) {
  const { view, samples, freshness, telemetryKnown, futureMs, clock, clockFreshness, inEffect, deliveries, onOpen } =
    props
  const t = useTexts('device')
  const { running } = view
  const number = inEffect?.program ?? null
  const programInEffect = useMemo(
    () => (number === null ? null : { program: programOf(running, number), clearance: running.clearance }),
    [running, number],
  )
  const watch = useStreetWatch(samples, programInEffect)
  const isLive = freshness === 'live'
  const conflicting = isLive ? conflictingPhases(samples) : []
  return (
    <Card
      title={t('signals.title')}
      padded={false}
      tags={
        inEffect && (
          <InEffectTag
            live={isLive}
            inEffect={inEffect}
            cycle={programInEffect && cycleSeconds(programInEffect.program, programInEffect.clearance)}
          />
        )
      }
      actions={<FreshnessTag samples={samples} kind={freshness} />}
    >
      <PhaseHeads
        phases={samples.phases}
        old={!isLive}
        kind={inEffect?.kind ?? null}
        program={programInEffect?.program ?? null}
      />
      {conflicting.length > 0 && (
        <p className={styles.alarm} role="alert">
          <StatusShape tone="bad" /> {t('signals.together', { phases: conflicting.join(', ') })}
        </p>
      )}
      {futureMs !== undefined ? (
        <p className={styles.hint}>{t('signals.futureHint', { time: wallClockText(futureMs) })}</p>
      ) : (
        freshness === 'noData' && telemetryKnown && <p className={styles.hint}>{t('signals.waitingHint')}</p>
      )}
      {programInEffect && (
        <StreetTiming inEffect={programInEffect} watch={watch} live={isLive} faulty={showsFault(samples)} />
      )}
      <ModeChooser
        mode={isPresent(plainValues(view.shared), MODE_KEY) ? view.settings.mode : null}
        known={view.settingsKnown}
        delivery={deliveryOf(deliveries, { kind: 'mode' })}
        onOpen={onOpen}
      />
      <SettingFacts view={view} clock={clock} clockFreshness={clockFreshness} deliveries={deliveries} onOpen={onOpen} />
    </Card>
  )
}

/** What drives the lamps; said to be an assumption where the controller does not report it. */
function InEffectTag({ inEffect, cycle, live }: { inEffect: InEffect; cycle: number | null; live: boolean }) {
  const t = useTexts('device')
  const plan = inEffect.plan === null ? t('signals.noPlanShort') : t('plan', { plan: inEffect.plan })
  const words = () => {
    if (inEffect.kind === 'program' && inEffect.program !== null) {
      return t('signals.running', { plan, program: t('program', { program: inEffect.program }), cycle: cycle ?? 0 })
    }
    if (inEffect.kind === 'hold' || inEffect.mode === 0)
      return t('signals.byMode', { mode: t(modeTextKey(inEffect.mode)) })
    return inEffect.plan === null ? t('signals.noPlan') : t('signals.runningFlashing', { plan })
  }
  const assumed = inEffect.source === 'assumed'
  return (
    <StatusTag tone="mute" {...(assumed && { title: t('signals.assumedHint') })}>
      {words()}
      {assumed && ` · ${t('signals.assumed')}`}
      {!assumed && !live && ` · ${t('signals.lastKnown')}`}
    </StatusTag>
  )
}
