import type { DeviceInfo } from '@greenwave/contract/wire/devices'
import { useRef } from 'react'
import { healthFacts } from '../../../data/device/healthFacts.ts'
import { ATTRIBUTES, useListedDevice } from '../../../data/device/listedStatus.ts'
import { exceptionalMode, healthOf } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useOnScreen } from '../../../ui/page/useOnScreen.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import styles from './DeviceHealth.module.css'

/** Shows the health of a junction in the list. Only a row on screen gets live data. */
export function DeviceHealth({ device }: { device: DeviceInfo }) {
  const cell = useRef<HTMLDivElement>(null)
  const onScreen = useOnScreen(cell)
  return <div ref={cell}>{onScreen && <LiveHealth deviceId={device.id.id} />}</div>
}

/** Shows what is wrong, since when, and a mode other than automatic; quiet where all is well. */
function LiveHealth({ deviceId }: { deviceId: string }) {
  const words = useHealthWords()
  const watch = useWatch()
  const lost = useLiveLost()
  const facts = useListedDevice(deviceId, healthFacts, ATTRIBUTES)
  const health = healthOf(facts, watch)
  const mode = exceptionalMode(facts, watch)
  if (!health) return null
  const old = lost || (!health.current && health.level > 0)
  const time = health.code === 'ok' ? '' : words.time(health, serverNowMs())
  const texts = [words.name(health), mode !== null && words.mode(mode), time, old && words.lastKnown]
  return (
    <span className={styles.health} data-level={health.level} data-old={old || undefined}>
      <HealthMark mark={health.mark} old={old} /> {texts.filter(Boolean).join(' · ')}
    </span>
  )
}
