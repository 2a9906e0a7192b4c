import type { PhaseNumber } from '@greenwave/controller/limits'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { DevicePart } from '../../../data/device/DeviceFeed.ts'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { historyReads } from '../../../data/history/historyReads.ts'
import { RecentSeconds } from '../../../data/history/RecentSeconds.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { greenSpans, type TimeSpan, unknownSpans } from '../model/greenSpans.ts'
import styles from './TimeSpaceDiagram.module.css'

interface ObservedGreensProps {
  readonly deviceId: string
  readonly phase: PhaseNumber
  /** Pattern that fills unknown time. */
  readonly hatch: string
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

/**
 * Shows the observed greens of a phase, and the time without observations: from its live samples, and from the samples
 * stored before them.
 */
export function ObservedGreens({ deviceId, phase, hatch, top, height, fromMs, untilMs, xOf }: ObservedGreensProps) {
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
  const span = { fromMs, untilMs }
  const place = (one: TimeSpan) => ({
    x: xOf(one.fromMs),
    y: top,
    width: Math.max(1, xOf(one.untilMs) - xOf(one.fromMs)),
    height,
  })
  return (
    <>
      {unknownSpans(recent.quarterAt, span).map((one) => (
        <rect key={one.fromMs} data-unknown={phase} fill={hatch} {...place(one)} />
      ))}
      {greenSpans(recent.quarterAt, phase, span).map((one) => (
        <rect key={one.fromMs} className={styles.observed} data-observed={phase} {...place(one)} />
      ))}
    </>
  )
}
