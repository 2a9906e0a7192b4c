import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './CategoryPlot.module.css'
import { useShownScheme } from '../../ui/theme/useShownScheme.ts'

/** Values of one kind. Kinds differ by shape, too: solid and dashed lines with points, bars, points alone. */
export interface PlotSeries {
  readonly label: string
  /** Value per category; null: unknown, and neither drawn nor joined. */
  readonly values: readonly (number | null)[]
  readonly shape: 'line' | 'dashed' | 'bars' | 'points'
  /** The name of a token of the look. */
  readonly colour: `--gw-${string}`
}

export interface CategoryPlotProps {
  /** Accessible name. The numbers are in a table beside the plot. */
  readonly label: string
  /** Labels below the plot, from left to right. */
  readonly categories: readonly string[]
  readonly series: readonly PlotSeries[]
  /** Returns a value as the axis shows it. */
  readonly textOf: (value: number) => string
  /** The end of the axis that values never exceed; left out: what the values need. */
  readonly top?: number
}

const HEIGHT = 220
const AXIS_FONT = '13px Inter, system-ui, sans-serif'

/** A plot of values by category, in the colours of the theme and as wide as there is room. */
export function CategoryPlot(props: CategoryPlotProps) {
  const { label, series } = props
  const scheme = useShownScheme()
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    // Without canvases there is the table.
    if (!element || typeof Path2D === 'undefined') return undefined
    const plot = new UPlot(optionsOf(props, element, scheme), dataOf(props), element)
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    return () => {
      resized.disconnect()
      plot.destroy()
    }
  }, [props, scheme])
  return (
    <figure className={styles.figure}>
      <ul className={styles.legend} aria-hidden="true">
        {series.map(({ label: name, shape, colour }) => (
          <li key={name}>
            <span className={styles.sample} data-shape={shape} style={{ color: `var(${colour})` }} /> {name}
          </li>
        ))}
      </ul>
      <div ref={frame} className={styles.frame} role="img" aria-label={label} />
    </figure>
  )
}

function dataOf({ categories, series }: CategoryPlotProps): UPlot.AlignedData {
  return [categories.map((_, nth) => nth), ...series.map(({ values }) => [...values])]
}

function optionsOf(
  { categories, series, textOf, top }: CategoryPlotProps,
  element: HTMLElement,
  scheme: string,
): UPlot.Options {
  const style = getComputedStyle(element)
  const colourOf = (token: string): string => style.getPropertyValue(token).trim()
  const axis = {
    stroke: colourOf('--gw-ink-2'),
    font: AXIS_FONT,
    grid: { stroke: colourOf('--gw-line'), width: 1 },
    ticks: { stroke: colourOf('--gw-line'), width: 1 },
  }
  return {
    width: element.clientWidth,
    height: HEIGHT,
    class: scheme,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, categories.length - 0.5] },
      y: { range: (_plot, least, most) => rangeOf(least, most, top) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        splits: () => placesOf(categories.length, element.clientWidth),
        values: (_plot, places) => places.map((place) => categories[place] ?? ''),
      },
      { ...axis, size: 76, values: (_plot, values) => values.map(textOf) },
    ],
    series: [{}, ...series.map((one) => seriesOf(one, colourOf(one.colour)))],
  }
}

/** A label takes some 64 pixels, so of many only some are shown. */
function placesOf(count: number, width: number): number[] {
  const every = Math.max(1, Math.ceil((count * 64) / Math.max(64, width - 64)))
  return Array.from({ length: Math.ceil(count / every) }, (_, nth) => nth * every)
}

function rangeOf(least: number | null, most: number | null, top: number | undefined): [number, number] {
  const [low, high] = [least ?? 0, most ?? 1]
  if (top !== undefined) return [Math.max(0, Math.min(low, top * 0.99) - (top - low) * 0.1), top]
  const ends: [number, number] = [Math.min(0, low), Math.max(0, high)]
  const room = Math.max(0.5, (ends[1] - ends[0]) * 0.1)
  return [ends[0] < 0 ? ends[0] - room : 0, ends[1] + room]
}

function seriesOf({ shape }: PlotSeries, colour: string): UPlot.Series {
  const bars = UPlot.paths.bars?.({ size: [0.5, 40] })
  return {
    stroke: colour,
    fill: shape === 'bars' ? colour : 'transparent',
    width: 2,
    points: { show: shape !== 'bars', size: shape === 'points' ? 9 : 6, fill: colour, stroke: colour },
    spanGaps: false,
    ...(shape === 'dashed' && { dash: [6, 4] }),
    ...(shape === 'bars' && bars && { paths: bars }),
    ...(shape === 'points' && { paths: () => null }),
  }
}
