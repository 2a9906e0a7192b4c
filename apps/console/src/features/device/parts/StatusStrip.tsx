import { isUntaken } from '@greenwave/controller/delivery'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { type Health, needsHelp } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../../ui/states/useLoadedQuietly.ts'
import type { OpenDialog } from '../model/deviceDialog.ts'
import { holdOf } from '../model/deviceView.ts'
import { useDeviceHealth } from '../model/useDeviceHealth.ts'
import styles from './StatusStrip.module.css'

const DeliveryNote = lazyPart(async () => (await import('./DeliveryNote.tsx')).DeliveryNote, 'device')
const HoldLine = lazyPart(async () => (await import('./HoldLine.tsx')).HoldLine, 'device', 'settings')
const LastChange = lazyPart(async () => (await import('./LastChange.tsx')).LastChange, 'device', 'settings')
const TroubleHelp = lazyPart(async () => (await import('./TroubleHelp.tsx')).TroubleHelp, 'monitoring')

/** A change that is older is in the history alone, milliseconds. */
const RECENT_MS = 30 * 60_000

/** Whether a setting is not taken yet, or whether that is not known. */
const isUndelivered = ({ deliveries }: DeviceState) =>
  deliveries.groups.some(({ state }) => state === 'waiting' || state === 'noReport' || isUntaken(state))
const changeOf = ({ change }: DeviceState) => change

interface StatusStripProps {
  readonly deviceId: string
  /** Opens a dialog; undefined for users who only watch. */
  readonly onOpen: OpenDialog | undefined
  /** True beside the list of incidents, which names the problem and acknowledges it: what to do is explained at once. */
  readonly isBeside?: boolean
}

/**
 * The one strip above the lamps: the state of the junction and what can be done about it, its hold, settings that are not
 * taken, and the last change. The room of one line is kept while it loads, so that nothing jumps.
 */
export function StatusStrip({ deviceId, onOpen, isBeside = false }: StatusStripProps) {
  const { health, mode } = useDeviceHealth(deviceId)
  const lost = useLiveLost()
  const hold = useDevice(deviceId, holdOf)
  const change = useDevice(deviceId, changeOf)
  const isRecent = !isBeside && change !== undefined && serverNowMs() - change.ts <= RECENT_MS
  const isHelpful = health !== null && needsHelp(health.code)
  const isNoteLoaded = useLoadedQuietly(DeliveryNote, useDevice(deviceId, isUndelivered))
  const isHoldLoaded = useLoadedQuietly(HoldLine, hold !== null)
  const isChangeLoaded = useLoadedQuietly(LastChange, isRecent)
  const isHelpLoaded = useLoadedQuietly(TroubleHelp, isHelpful)
  const isHeld = hold !== null && isHoldLoaded
  const old = lost || health?.current === false
  return (
    <section
      className={styles.strip}
      data-mark={health?.mark ?? 'unknown'}
      data-old={old || undefined}
      data-beside={isBeside || undefined}
    >
      {!isBeside && (
        <p className={styles.what} role="status">
          {health && <HealthMark mark={health.mark} old={old} />}
          {health && <StateWords health={health} mode={mode} isHeld={isHeld} old={old} />}
        </p>
      )}
      {isHeld && <HoldLine hold={hold} onOpen={onOpen} />}
      {isHelpful && isHelpLoaded && (
        <TroubleHelp deviceId={deviceId} code={health.code} health={health} onOpen={onOpen} isBeside={isBeside} />
      )}
      {isNoteLoaded && (
        <DeliveryNote deviceId={deviceId} onOpen={onOpen} isNamed={isBeside || health?.code === 'not-taken'} />
      )}
      {isRecent && isChangeLoaded && <LastChange deviceId={deviceId} record={change} />}
    </section>
  )
}

interface StateWordsProps {
  readonly health: Health
  /** Mode other than automatic; null without. */
  readonly mode: number | null
  /** True if the hold is shown beside it, with its mode and its end. */
  readonly isHeld: boolean
  /** True if this is only the last known state. */
  readonly old: boolean
}

function StateWords({ health, mode, isHeld, old }: StateWordsProps) {
  const t = useTexts('common', 'health')
  const words = useHealthWords()
  const what = [
    words.name(health),
    !isHeld && mode !== null && words.mode(mode),
    health.code !== 'ok' && words.time(isHeld ? { ...health, untilMs: null, by: null } : health, serverNowMs()),
    old && health.code !== 'not-watched' && words.lastKnown,
  ]
  return (
    <span title={health.code === 'not-watched' ? t('notWatchedHint') : undefined}>
      {what.filter(Boolean).join(' · ')}
    </span>
  )
}
