import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { type ByDirection, DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'
import { timeSpace } from '@greenwave/coordination/timeSpace'
import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { usePrinting } from '../../../ui/page/usePrinting.ts'
import { bandLabels } from '../model/bandLabels.ts'
import type { Wave } from '../model/corridorFacts.ts'
import { type DiagramLayout, diagramLayout } from '../model/diagramLayout.ts'
import type { DiagramRow } from '../model/diagramRows.ts'
import { secondsText } from '../words/useCorridorWords.ts'
import { ObservedGreens } from './ObservedGreens.tsx'
import { OffsetHandle } from './OffsetHandle.tsx'
import styles from './TimeSpaceDiagram.module.css'

interface TimeSpaceDiagramProps {
  readonly label: string
  readonly wave: Wave
  readonly rows: readonly DiagramRow[]
  /** The moment that is shown, with the second of the day that it is; null for a diagram of no moment. */
  readonly now: { readonly ms: number; readonly second: number } | null
  /** Called with the offset to which the user moves a row; undefined where nothing can be moved. */
  readonly onOffset: ((junction: number, offset: number) => void) | undefined
}

/** Half the height of a row's bars, pixels. */
const BAR = 8
/** Every so many seconds the axis may have a mark, and how far marks are apart at least, pixels: times of the day are long. */
const MARKS_S = [30, 60, 120, 300]
const MARKS_APART = { ofDay: 90, ofCycle: 60 }
/** Half the width of a mark's time, pixels: one that is nearer to an end of the axis would be cut there. */
const HALF_MARK = 30
/** A diagram that is not measured yet is as wide as this, and an A4 sheet has room for that, pixels. */
const UNMEASURED = 960
const PRINTED = 640

/**
 * Shows two cycles of a corridor: distance upwards, time to the right. Set greens are outlined, and pale where still to
 * come; observed greens are filled, time without data is hatched, a lamp that is not shown is finely hatched below, a dark
 * phase is a line below, the bands are shaded. Of now, the last cycle and the one that runs.
 */
export function TimeSpaceDiagram({ label, wave, rows, now, onOffset }: TimeSpaceDiagramProps) {
  const t = useTexts('corridors')
  const { ref, width: measured } = useElementSize<HTMLElement>()
  const isPrinting = usePrinting()
  const width = isPrinting ? PRINTED : measured || UNMEASURED
  const clip = useId()
  const hatch = useId()
  const fineHatch = useId()
  const { corridor, cycle, timings, bands } = wave
  const fromS = now ? (Math.floor(now.second / cycle) - 1) * cycle : 0
  const span = { fromS, toS: fromS + 2 * cycle }
  const positions = corridor.map(({ positionM }) => positionM)
  const layout = diagramLayout(width, positions, span)
  const { x, rows: y, left, right, height } = layout
  const shapes = timeSpace(corridor, { cycle, timings, bands, ...span })
  const heightAt = (metres: number) => y[positions.indexOf(metres)] ?? 0
  const lanesOf = (junction: number) => lanes(rows[junction]?.phases)
  return (
    <Box
      component="figure"
      ref={ref}
      className={styles.frame ?? ''}
      data-narrow={layout.isNarrow || undefined}
      style={{ height, ...(isPrinting && { width }) }}
      aria-label={label}
    >
      <svg className={styles.svg} width="100%" height={height} aria-hidden="true">
        <clipPath id={clip}>
          <rect x={left} y={0} width={right - left} height={height} />
        </clipPath>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles.ground} width={6} height={6} />
          <rect className={styles.hatchLine} width={2} height={6} />
        </pattern>
        <pattern id={fineHatch} width={3} height={3} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={styles.ground} width={3} height={3} />
          <rect className={styles.fineLine} width={1.3} height={3} />
        </pattern>
        <Axis layout={layout} fromS={fromS} cycle={cycle} isOfDay={now !== null} unit={t('secondsUnit')} />
        <g clipPath={`url(#${clip})`}>
          {shapes.bands.map(({ direction, junction, of, corners }) => (
            <polygon
              key={`${direction} ${junction} ${of} ${corners[0].s}`}
              className={styles.band}
              data-direction={direction}
              data-of={of}
              points={corners.map(({ s, m }) => `${x(s)},${heightAt(m)}`).join(' ')}
            />
          ))}
          {corridor.map((_junction, junction) => (
            <Row
              key={rows[junction]?.deviceId}
              {...{ layout, junction, now }}
              hatch={`url(#${hatch})`}
              fineHatch={`url(#${fineHatch})`}
              row={rows[junction]}
              lanes={lanesOf(junction)}
            />
          ))}
          {shapes.greens.map(({ junction, direction, fromS: from, toS: to }) => {
            const lane = lanesOf(junction).find(({ directions }) => directions[0] === direction)
            const comesS = Math.max(from, now?.second ?? from)
            return (
              lane && (
                <g key={`${junction} ${direction} ${from}`}>
                  {comesS < to && (
                    <rect
                      className={styles.toCome}
                      data-to-come={direction}
                      x={x(comesS)}
                      y={(y[junction] ?? 0) + lane.top}
                      width={x(to) - x(comesS)}
                      height={lane.height}
                    />
                  )}
                  <rect
                    className={styles.programmed}
                    data-programmed={direction}
                    x={x(from)}
                    y={(y[junction] ?? 0) + lane.top - 2}
                    width={Math.max(0, x(to) - x(from))}
                    height={lane.height + 4}
                    rx={2}
                  />
                </g>
              )
            )
          })}
          {bandLabels(shapes, layout, heightAt).map(({ direction, ...place }) => (
            <text key={direction} className={styles.bandText} x={place.x} y={place.y + 5} textAnchor="middle">
              {t(`bandSeconds.${direction}`, {
                seconds: secondsText((bands.byDirection[direction]?.arc?.widthMs ?? 0) / 1000),
              })}
            </text>
          ))}
        </g>
        {now && (
          <g>
            <line className={styles.now} x1={x(now.second)} x2={x(now.second)} y1={20} y2={height - 22} />
            <text className={styles.nowText} x={Math.min(right - 14, x(now.second))} y={14} textAnchor="middle">
              {t('now')}
            </text>
          </g>
        )}
      </svg>
      {onOffset &&
        corridor.map((junction, index) =>
          junction.canOffset ? (
            <OffsetHandle
              key={rows[index]?.deviceId}
              name={junction.name}
              cycle={junction.ownCycle ?? cycle}
              offset={timings[index]?.offset ?? 0}
              layout={layout}
              y={y[index] ?? 0}
              onMove={(offset) => onOffset(index, offset)}
            />
          ) : null,
        )}
      {rows.map(({ deviceId, name, shortName, note }, index) => (
        <p key={deviceId} className={styles.name} style={{ top: y[index] }} title={name}>
          <b>{shortName}</b>
          <span>{note}</span>
        </p>
      ))}
    </Box>
  )
}

/** The bars of a row: one for both directions that have the same phase, else one each, outbound above. */
interface Lane {
  readonly directions: readonly Direction[]
  readonly top: number
  readonly height: number
}

function lanes(phases: ByDirection<PhaseNumber | null> | undefined): readonly Lane[] {
  const served = DIRECTIONS.filter((direction) => phases?.[direction])
  if (served.length < 2 || phases?.outbound === phases?.inbound)
    return served.length === 0 ? [] : [{ directions: served, top: -BAR, height: 2 * BAR }]
  return served.map((direction, index) => ({ directions: [direction], top: index * (BAR + 2) - BAR - 1, height: BAR }))
}

interface RowProps {
  readonly layout: DiagramLayout
  readonly junction: number
  readonly row: DiagramRow | undefined
  readonly lanes: readonly Lane[]
  readonly now: TimeSpaceDiagramProps['now']
  readonly hatch: string
  readonly fineHatch: string
}

/** The red line of a junction, and what the street showed on it. */
function Row({ layout: { left, right, rows, x }, junction, row, lanes: drawn, now, hatch, fineHatch }: RowProps) {
  const y = rows[junction] ?? 0
  if (!row) return null
  const fromMs = now ? now.ms - (now.second - secondAt(x, left)) * 1000 : 0
  return drawn.map(({ directions: [direction], top, height }) => {
    const phase = direction && row.phases[direction]
    return (
      <g key={direction}>
        <rect className={styles.red} x={left} y={y + top} width={right - left} height={height} rx={2} />
        {phase && now && (
          <ObservedGreens
            deviceId={row.deviceId}
            phase={phase}
            hatch={hatch}
            fineHatch={fineHatch}
            top={y + top}
            height={height}
            fromMs={Math.floor(fromMs / 1000) * 1000}
            untilMs={now.ms}
            xOf={(ms) => x(now.second + (ms - now.ms) / 1000)}
          />
        )}
      </g>
    )
  })
}

/** Returns the second at a place, from two seconds whose places are known. */
function secondAt(x: (second: number) => number, place: number): number {
  const perSecond = x(1) - x(0)
  return (place - x(0)) / perSecond
}

interface AxisProps {
  readonly layout: DiagramLayout
  readonly fromS: number
  readonly cycle: number
  /** Whether seconds are those of a day. */
  readonly isOfDay: boolean
  readonly unit: string
}

function Axis({ layout: { x, height, left, right }, fromS, cycle, isOfDay, unit }: AxisProps) {
  const apart = isOfDay ? MARKS_APART.ofDay : MARKS_APART.ofCycle
  const step = MARKS_S.find((seconds) => x(seconds) - x(0) >= apart) ?? cycle
  const first = Math.ceil(fromS / step) * step
  const marks = Array.from(
    { length: Math.floor((fromS + 2 * cycle - first) / step) + 1 },
    (_, nth) => first + nth * step,
  )
  const anchorOf = (second: number) =>
    x(second) < left + HALF_MARK ? 'start' : x(second) > right - HALF_MARK ? 'end' : 'middle'
  return (
    <g>
      {marks.map((second) => (
        <g key={second}>
          <line className={styles.grid} x1={x(second)} x2={x(second)} y1={22} y2={height - 20} />
          <text className={styles.mark} x={x(second)} y={height - 5} textAnchor={anchorOf(second)}>
            {isOfDay ? clockText(second) : `${second} ${unit}`}
          </text>
        </g>
      ))}
    </g>
  )
}

/** Returns a second of the day, or of the day before, as 07:16:30. */
function clockText(second: number): string {
  const ofDay = ((second % 86_400) + 86_400) % 86_400
  return [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
