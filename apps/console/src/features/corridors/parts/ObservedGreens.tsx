import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { useRecentSeconds } from '../../../data/history/useRecentSeconds.ts'
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

/**
 * Shows the observed greens of a phase, and the time without observations: from its live samples, and from the samples
 * stored before them.
 */
export function ObservedGreens({ deviceId, phase, hatch, top, height, fromMs, untilMs, xOf }: ObservedGreensProps) {
  const { recent, version } = useRecentSeconds(deviceId, untilMs - fromMs)
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
      {unknownSpans(recent.quarterAt, phase, span).map((one) => (
        <rect key={one.fromMs} data-unknown={phase} fill={hatch} {...place(one)} />
      ))}
      {greenSpans(recent.quarterAt, phase, span).map((one) => (
        <rect key={one.fromMs} className={styles.observed} data-observed={phase} {...place(one)} />
      ))}
    </>
  )
}
