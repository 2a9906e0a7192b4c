import type { PhaseNumber } from '@greenwave/controller/limits'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { DevicePart } from '../../../data/device/DeviceFeed.ts'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { historyReads } from '../../../data/history/historyReads.ts'
import { RecentSeconds } from '../../../data/history/RecentSeconds.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { greenSpans } from '../model/greenSpans.ts'
import styles from './TimeSpaceDiagram.module.css'

interface ObservedGreensProps {
  readonly deviceId: string
  readonly phase: PhaseNumber
  /** The top of the bars, and their height, pixels. */
  readonly top: number
  readonly height: number
  /** The part of the time that is shown, epoch milliseconds. */
  readonly fromMs: number
  readonly untilMs: number
  /** Returns the place of a time, pixels. */
  readonly xOf: (ms: number) => number
}

const TELEMETRY: readonly DevicePart[] = ['telemetry']
const recentOf = ({ observed }: DeviceState) => observed.street?.recent

/** The greens that a phase of a junction showed on the street: from its live samples, and from what was kept before them. */
export function ObservedGreens({ deviceId, phase, top, height, fromMs, untilMs, xOf }: ObservedGreensProps) {
  const [recent] = useState(() => new RecentSeconds(historyReads(deviceId), serverNowMs))
  const version = useSyncExternalStore(
    useCallback((listener) => recent.onChange(listener), [recent]),
    () => recent.version,
  )
  const samples = useDevice(deviceId, recentOf, TELEMETRY)
  const [backMs] = useState(untilMs - fromMs)
  useEffect(() => recent.attach(backMs), [recent, backMs])
  useEffect(() => {
    if (samples) recent.put(samples)
  }, [recent, samples])
  if (version === 0) return null
  return greenSpans(recent.quarterAt, phase, { fromMs, untilMs }).map((span) => (
    <rect
      key={span.fromMs}
      className={styles.observed}
      data-observed={phase}
      x={xOf(span.fromMs)}
      y={top}
      width={Math.max(1, xOf(span.untilMs) - xOf(span.fromMs))}
      height={height}
    />
  ))
}
