import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { VisuallyHidden } from '@mantine/core'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import { memo, useRef } from 'react'
import { healthFacts } from '../../../data/device/healthFacts.ts'
import type { ListedState } from '../../../data/device/listedState.ts'
import { ATTRIBUTES, listedStatus, useListedDevice } from '../../../data/device/listedStatus.ts'
import { exceptionalMode, type HealthFacts, healthOf } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import styles from './DevicePanel.module.css'

interface DeviceRowProps {
  readonly device: DeviceInfo
  readonly selected: boolean
  readonly onSelect: (deviceId: string) => void
}

/** Shows one device of the panel. Only a row on screen gets live data. */
export const DeviceRow = memo(function DeviceRow({ device, selected, onSelect }: DeviceRowProps) {
  const t = useTexts('device', 'dashboard')
  const row = useRef<HTMLLIElement>(null)
  const onScreen = useOnScreen(row)
  const label = device.label?.trim() || t('noLabel')
  return (
    <li ref={row}>
      <button
        type="button"
        className={styles.device}
        aria-current={selected || undefined}
        onClick={() => onSelect(device.id.id)}
      >
        <span className={styles.names}>
          <b className={styles.clamped} title={label}>
            {label}
          </b>
          <small className={`${styles.name} ${styles.clamped}`} title={device.name}>
            {device.name}
          </small>
        </span>
        {onScreen ? <LiveStatus device={device} /> : <ActiveIcon active={device.active} />}
      </button>
    </li>
  )
})

const rowOf = (device: ListedState) => ({ ...listedStatus(device), facts: healthFacts(device) })

/**
 * Shows the live activity flag, greyed while live data is lost, what is wrong, a mode other than automatic, and the
 * number of settings that the controller has not taken.
 */
function LiveStatus({ device }: { device: DeviceInfo }) {
  const t = useTexts('device', 'dashboard')
  const { active, notTaken, facts } = useListedDevice(device.id.id, rowOf, ATTRIBUTES)
  const lost = useLiveLost()
  return (
    <>
      <ActiveIcon active={active ?? device.active} />
      <HealthLine facts={facts} lost={lost} />
      {notTaken > 0 && (
        <span className={styles.notTaken} data-old={lost || undefined}>
          ▲ {t('notTaken', { count: notTaken })}
        </span>
      )}
    </>
  )
}

/** Says what is wrong and since when, and a mode other than automatic. A healthy junction has no such line. */
function HealthLine({ facts, lost }: { facts: HealthFacts; lost: boolean }) {
  const words = useHealthWords()
  const watch = useWatch()
  const health = healthOf(facts, watch)
  const mode = exceptionalMode(facts, watch)
  // Settings that were not taken have their own line, which counts them.
  const shown = health && health.level > 0 && health.code !== 'not-taken' ? health : null
  if (!shown && mode === null) return null
  const old = lost || shown?.current === false
  const texts = [
    shown && words.name(shown),
    mode !== null && words.mode(mode),
    shown && words.time(shown, serverNowMs()),
    old && words.lastKnown,
  ]
  return (
    <span className={styles.health} data-level={shown?.level} data-old={old || undefined}>
      <HealthMark mark={shown?.mark ?? 'hold'} old={old} /> {texts.filter(Boolean).join(' · ')}
    </span>
  )
}

function ActiveIcon({ active }: { active: boolean }) {
  const t = useTexts('device', 'dashboard')
  const lost = useLiveLost()
  const Icon = active ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className={styles.status} data-active={active} data-old={lost || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden>
        {t(active ? 'connected' : 'disconnected')}
        {lost && `, ${t('lastKnown')}`}
      </VisuallyHidden>
    </span>
  )
}
