import { cycleSeconds } from '@greenwave/controller/cycle'
import { useEffect } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { dateText } from '../../../shared/dateText.ts'
import { modeTextKey } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import { StatusShape, StatusTag } from '../../../ui/states/StatusTag.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { LazyRecentTape } from './LazyRecentTape.tsx'
import { ModeChooser } from './ModeChooser.tsx'
import { PhaseHeads } from './PhaseHeads.tsx'
import { SettingFacts } from './SettingFacts.tsx'
import styles from './SignalsCard.module.css'

interface SignalsCardProps {
  readonly deviceId: string
  readonly onOpen: OpenDialog | undefined
  /** Whether the last ten minutes are shown below the lamps. */
  readonly withTape: boolean
  /** True for lamps and tape alone, without what is set. */
  readonly isBrief?: boolean
}

/**
 * The card with the current status: the lamps, the running program and its current second, the mode, and the clocks.
 */
export function SignalsCard({ deviceId, onOpen, withTape, isBrief = false }: SignalsCardProps) {
  const t = useTexts('device')
  return (
    <Card
      className={styles.card ?? ''}
      title={t('signals.title')}
      padded={false}
      tags={<InEffectTag deviceId={deviceId} />}
      actions={<FreshnessTag deviceId={deviceId} />}
    >
      <PhaseHeads deviceId={deviceId} />
      {withTape && <LazyRecentTape deviceId={deviceId} />}
      {!isBrief && <Alarm deviceId={deviceId} />}
      <Hint deviceId={deviceId} />
      {!isBrief && (
        <>
          <RunningProgram deviceId={deviceId} />
          <ModeChooser deviceId={deviceId} onOpen={onOpen} />
          <SettingFacts deviceId={deviceId} onOpen={onOpen} />
        </>
      )}
    </Card>
  )
}

const NONE: readonly number[] = []
const conflictsOf = ({ signals, lampsFreshness }: DeviceState) =>
  lampsFreshness.kind === 'live' ? signals.together : NONE

/** Warns of phases that are green or yellow at the same time. */
function Alarm({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const conflicting = useDevice(deviceId, conflictsOf)
  if (conflicting.length === 0) return null
  return (
    <p className={styles.alarm} role="alert">
      <StatusShape tone="bad" /> {t('signals.together', { phases: conflicting.join(', ') })}
    </p>
  )
}

const hintOf = ({ futureMs, telemetryKnown, lampsFreshness }: DeviceState) => ({
  futureMs,
  waiting: telemetryKnown && lampsFreshness.kind === 'noData',
})

/** Says why the lamps show nothing. */
function Hint({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const { futureMs, waiting } = useDevice(deviceId, hintOf)
  if (futureMs !== undefined)
    return <p className={styles.hint}>{t('signals.futureHint', { time: dateText(futureMs) })}</p>
  return waiting && <p className={styles.hint}>{t('signals.waitingHint')}</p>
}

const isKnownOf = ({ inEffect }: DeviceState) => inEffect !== null
const streetOf = ({ programInEffect, position, following, signals, lampsFreshness }: DeviceState) => ({
  inEffect: programInEffect,
  position,
  following,
  live: lampsFreshness.kind === 'live',
  faulty: signals.faulty,
})

/** Loaded while the settings are, on which it waits anyway. */
const StreetTiming = lazyPart(async () => (await import('./StreetTiming.tsx')).StreetTiming, 'device')

/** Height of the diagram, pixels. */
const TIMING_HEIGHT = 110

function RunningProgram({ deviceId }: { deviceId: string }) {
  const { inEffect, ...street } = useDevice(deviceId, streetOf)
  const isKnown = useDevice(deviceId, isKnownOf)
  useEffect(() => void StreetTiming.preload(), [])
  if (isKnown && !inEffect) return null
  // The room is kept from the beginning, so that mode and facts do not move.
  const room = <SkeletonBlock height={TIMING_HEIGHT} />
  return (
    <div className={styles.timing}>
      {inEffect ? (
        <PartLoading meanwhile={room}>
          <StreetTiming inEffect={inEffect} {...street} />
        </PartLoading>
      ) : (
        room
      )}
    </div>
  )
}

const inEffectOf = ({ inEffect, programInEffect, lampsFreshness }: DeviceState) => ({
  inEffect,
  cycle: programInEffect && cycleSeconds(programInEffect.program, programInEffect.clearance),
  live: lampsFreshness.kind === 'live',
})

/** Shows what drives the lamps. It says when this is an assumption, because the controller does not report it. */
function InEffectTag({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const { inEffect, cycle, live } = useDevice(deviceId, inEffectOf)
  if (!inEffect) return null
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

const freshnessOf = ({ lampsFreshness }: DeviceState) => lampsFreshness

/** Shows the age of the last sample, which keeps counting. */
function FreshnessTag({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const ageText = useAgeText()
  const freshness = useDevice(deviceId, freshnessOf)
  if (freshness.kind === 'noData') return <StatusTag tone="mute">{t('signals.waiting')}</StatusTag>
  const { kind, ageMs } = freshness
  if (kind === 'lost') {
    return (
      <StatusTag tone="bad">
        {ageMs === null ? t('signals.lostNothing') : t('signals.lost', { age: ageText(ageMs) })}
      </StatusTag>
    )
  }
  const age = ageText(ageMs)
  return kind === 'live' ? (
    <StatusTag tone="ok">{t('signals.live', { age })}</StatusTag>
  ) : (
    <StatusTag tone="warn">{t('signals.stale', { age })}</StatusTag>
  )
}
