import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { useRecentSeconds } from '../../../data/history/useRecentSeconds.ts'
import { markedSpans } from '../model/greenSpans.ts'
import styles from './TimeSpaceDiagram.module.css'

interface ObservedGreensProps {
  readonly deviceId: string
  readonly phase: PhaseNumber
  /** Patterns that fill time without data, and time in which a display does not show which lamp is lit. */
  readonly hatch: string
  readonly fineHatch: string
  /** The top of the bars, and their height, pixels. */
  readonly top: number
  readonly height: number
  /** The part of the time that is shown, epoch milliseconds. */
  readonly fromMs: number
  readonly untilMs: number
  /** Returns the place of a time, pixels. */
  readonly xOf: (ms: number) => number
}

/** Height of a lamp that is not shown, as a share of the row's, and of the line of a dark phase, pixels: as on the tape. */
const NOT_SHOWN_SHARE = 0.4
const DARK_LINE = 3

/**
 * Shows the observed greens of a phase, and the time in which its lamp is not shown, is dark or not known: from its live
 * samples, and from the samples stored before them.
 */
export function ObservedGreens(props: ObservedGreensProps) {
  const { deviceId, phase, hatch, fineHatch, top, height, fromMs, untilMs, xOf } = props
  const { recent, version } = useRecentSeconds(deviceId, untilMs - fromMs)
  if (version === 0) return null
  return markedSpans(recent.quarterAt, phase, { fromMs, untilMs }).map((span) => {
    const x = xOf(span.fromMs)
    const place = { x, width: Math.max(1, xOf(span.untilMs) - x) }
    const whole = { ...place, y: top, height }
    const low = (of: number) => ({ ...place, y: top + height - of, height: of })
    return (
      <g key={span.fromMs} data-seen={span.state} data-phase={phase}>
        {span.state === 'green' && <rect className={styles.observed} {...whole} />}
        {span.state === 'noData' && <rect fill={hatch} {...whole} />}
        {span.state === 'notShown' && (
          <>
            <rect className={styles.ground} {...whole} />
            <rect fill={fineHatch} {...low(height * NOT_SHOWN_SHARE)} />
          </>
        )}
        {span.state === 'dark' && (
          <>
            <rect className={styles.ground} {...whole} />
            <rect className={styles.dark} {...low(DARK_LINE)} />
          </>
        )}
      </g>
    )
  })
}
