import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { timeText } from '../../../shared/dateText.ts'
import { diagramLayout } from '../model/diagramLayout.ts'
import styles from './TimeSpaceDiagram.module.css'

/** A junction of the diagram. Times are epoch milliseconds. */
interface RouteDiagramRow {
  readonly device: string
  readonly name: string
  readonly position: number
  readonly phase: number
  readonly eta: number
  /** Holds: those that are over or go on are filled, those to come outlined. */
  readonly holds: readonly { readonly from: number; readonly until: number; readonly isDone: boolean }[]
}

interface RouteDiagramProps {
  readonly label: string
  readonly rows: readonly RouteDiagramRow[]
  /** Null for a diagram of no moment. */
  readonly nowMs: number | null
}

/** Half the height of a row's bars, pixels. */
const BAR = 8
const UNMEASURED = 960
/** Time before the first and after the last hold, milliseconds. */
const AROUND_MS = 10_000
/** Every so many seconds the axis may have a mark; marks are at least so many pixels apart. */
const MARKS_S = [10, 30, 60, 120, 300, 600]
const MARKS_APART = 90

/** The way of a vehicle through its junctions: distance upwards, time to the right, the holds as bars. */
export function RouteDiagram({ label, rows, nowMs }: RouteDiagramProps) {
  const { ref, width: measured } = useElementSize<HTMLElement>()
  const width = measured || UNMEASURED
  const times = rows.flatMap(({ eta, holds }) => [eta, ...holds.flatMap(({ from, until }) => [from, until])])
  const [firstMs, lastMs] = [Math.min(...times) - AROUND_MS, Math.max(...times) + AROUND_MS]
  const secondOf = (ms: number) => (ms - firstMs) / 1000
  const layout = diagramLayout(
    width,
    rows.map(({ position }) => position),
    { fromS: 0, toS: Math.max(1, secondOf(lastMs)) },
  )
  const { x, rows: y, left, right, height } = layout
  const step = MARKS_S.find((seconds) => x(seconds) - x(0) >= MARKS_APART) ?? 1200
  const firstMark = Math.ceil(firstMs / 1000 / step) * step
  const marks = Array.from(
    { length: Math.max(0, Math.floor((lastMs / 1000 - firstMark) / step) + 1) },
    (_, nth) => (firstMark + nth * step) * 1000,
  )
  const nowX = nowMs === null ? null : x(secondOf(nowMs))
  return (
    <Box
      component="figure"
      ref={ref}
      className={styles.frame ?? ''}
      data-narrow={layout.isNarrow || undefined}
      style={{ height }}
      aria-label={label}
    >
      <svg className={styles.svg} width="100%" height={height} aria-hidden="true">
        {marks.map((ms) => (
          <g key={ms}>
            <line className={styles.grid} x1={x(secondOf(ms))} x2={x(secondOf(ms))} y1={22} y2={height - 20} />
            {x(secondOf(ms)) > left + 30 && x(secondOf(ms)) < right - 30 && (
              <text className={styles.mark} x={x(secondOf(ms))} y={height - 5} textAnchor="middle">
                {timeText(ms)}
              </text>
            )}
          </g>
        ))}
        {rows.map(({ device, holds }, index) => (
          <g key={device}>
            <rect
              className={styles.red}
              x={left}
              y={(y[index] ?? 0) - BAR}
              width={right - left}
              height={2 * BAR}
              rx={2}
            />
            {holds.map(({ from, until, isDone }) => (
              <rect
                key={from}
                className={isDone ? styles.observed : styles.toCome}
                x={x(secondOf(from))}
                y={(y[index] ?? 0) - BAR}
                width={Math.max(0, x(secondOf(until)) - x(secondOf(from)))}
                height={2 * BAR}
              />
            ))}
          </g>
        ))}
        <polyline
          className={styles.way}
          points={rows.map(({ eta }, index) => `${x(secondOf(eta))},${y[index]}`).join(' ')}
        />
        {rows.map(({ device, eta }, index) => (
          <circle key={device} className={styles.wayPoint} cx={x(secondOf(eta))} cy={y[index]} r={4} />
        ))}
        {nowX !== null && nowX > left && nowX < right && (
          <line className={styles.now} x1={nowX} x2={nowX} y1={20} y2={height - 22} />
        )}
      </svg>
      {rows.map(({ device, name }, index) => (
        <p key={device} className={styles.name} style={{ top: y[index] }} title={name}>
          <b>{name}</b>
        </p>
      ))}
    </Box>
  )
}
