import { HealthMark } from '../ui/states/HealthMark.tsx'
import type { GlossaryTerm } from './glossary.ts'
import styles from './TermDiagram.module.css'

/** Parts of a row: colour and length of each, from the left. */
type Row = readonly (readonly [colour: 'green' | 'yellow' | 'red' | 'clear' | 'day' | 'night', length: number])[]

/** Heights, in units of the drawing, which is 240 wide. */
const ROW = 10
const STEP = 14

/** A cycle of three phases. */
const PHASE_1: Row = [
  ['green', 86],
  ['yellow', 14],
  ['red', 140],
]
const PHASE_2: Row = [
  ['red', 106],
  ['green', 54],
  ['yellow', 14],
  ['red', 66],
]
const PHASE_3: Row = [
  ['red', 180],
  ['green', 40],
  ['yellow', 14],
  ['red', 6],
]
const CYCLES: Row = [
  ['green', 44],
  ['yellow', 8],
  ['red', 48],
  ['green', 44],
  ['yellow', 8],
  ['red', 48],
  ['green', 40],
]

/** A small drawing of a term, without text. */
export function TermDiagram({ term }: { readonly term: GlossaryTerm }) {
  if (term === 'level') {
    return (
      <span className={styles.marks} aria-hidden="true">
        <HealthMark mark="danger" />
        <HealthMark mark="fault" />
        <HealthMark mark="deviation" />
      </span>
    )
  }
  const { height, drawing } = DRAWINGS[term]
  return (
    <svg className={styles.drawing} viewBox={`0 0 240 ${height}`} aria-hidden="true">
      {drawing}
    </svg>
  )
}

const DRAWINGS: Readonly<
  Record<Exclude<GlossaryTerm, 'level'>, { readonly height: number; readonly drawing: React.ReactNode }>
> = {
  phase: { height: 38, drawing: <Rows rows={[PHASE_1, PHASE_2, PHASE_3]} faded={[1, 2]} /> },
  cycle: {
    height: 24,
    drawing: (
      <>
        <Bracket from={0} to={100} />
        <Rows rows={[CYCLES]} y={14} />
      </>
    ),
  },
  split: {
    height: 52,
    drawing: (
      <>
        <Bracket from={100} to={174} />
        <Rows rows={[PHASE_1, PHASE_2, PHASE_3]} faded={[0, 2]} y={14} />
      </>
    ),
  },
  yellow: {
    height: 24,
    drawing: (
      <>
        <Bracket from={110} to={140} />
        <Rows
          rows={[
            [
              ['green', 110],
              ['yellow', 30],
              ['red', 100],
            ],
          ]}
          y={14}
        />
      </>
    ),
  },
  redClearance: {
    height: 38,
    drawing: (
      <>
        <Bracket from={104} to={134} />
        <Rows
          rows={[
            [
              ['green', 80],
              ['yellow', 24],
              ['clear', 30],
              ['red', 106],
            ],
            [
              ['red', 104],
              ['clear', 30],
              ['green', 106],
            ],
          ]}
          y={14}
        />
      </>
    ),
  },
  program: { height: 38, drawing: <Rows rows={[PHASE_1, PHASE_2, PHASE_3]} /> },
  plan: {
    height: 24,
    drawing: (
      <>
        {[0, 54, 92, 160, 206].map((x) => (
          <path key={x} className={styles.line} d={`M${x + 1} 2v20`} />
        ))}
        <Rows
          rows={[
            [
              ['night', 54],
              ['day', 38],
              ['night', 68],
              ['day', 46],
              ['night', 34],
            ],
          ]}
          y={9}
        />
      </>
    ),
  },
  offset: {
    height: 38,
    drawing: (
      <>
        <Bracket from={0} to={36} />
        <Rows
          rows={[
            CYCLES,
            [
              ['red', 36],
              ['green', 44],
              ['yellow', 8],
              ['red', 48],
              ['green', 44],
              ['yellow', 8],
              ['red', 52],
            ],
          ]}
          y={14}
        />
      </>
    ),
  },
  band: {
    height: 52,
    drawing: (
      <>
        <Rows
          rows={[
            [
              ['red', 90],
              ['green', 80],
              ['red', 70],
            ],
            [
              ['red', 60],
              ['green', 80],
              ['red', 100],
            ],
            [
              ['red', 20],
              ['green', 80],
              ['red', 140],
            ],
          ]}
          y={6}
        />
        <path className={styles.band} d="M28 50L96 2h58L86 50z" />
      </>
    ),
  },
  attainability: {
    height: 24,
    drawing: (
      <>
        <Rows
          rows={[
            [
              ['red', 60],
              ['green', 120],
              ['red', 60],
            ],
          ]}
          y={14}
        />
        <path className={styles.band} d="M76 10h82v14H76z" />
        <Bracket from={76} to={158} />
      </>
    ),
  },
  drift: {
    height: 44,
    drawing: (
      <>
        <Clock x={86} hand="M0 0V-14" />
        <Clock x={154} hand="M0 0L10 -10" />
      </>
    ),
  },
  hold: {
    height: 24,
    drawing: (
      <>
        <Bracket from={100} to={240} />
        <Rows
          rows={[
            [
              ['green', 44],
              ['yellow', 8],
              ['red', 48],
              ['green', 140],
            ],
          ]}
          y={14}
        />
      </>
    ),
  },
  remark: {
    height: 24,
    drawing: (
      <>
        <path className={styles.warning} d="M12 2l11 20H1z" />
        <path className={styles.line} d="M36 12h110M170 12l7 7 14-15" />
      </>
    ),
  },
}

function Rows({ rows, faded = [], y = 0 }: { rows: readonly Row[]; faded?: readonly number[]; y?: number }) {
  return rows.map((row, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a drawing never change.
    <g key={at} opacity={faded.includes(at) ? 0.35 : 1}>
      {row.map(([colour, length], part) => {
        const x = row.slice(0, part).reduce((sum, [, before]) => sum + before, 0)
        return <rect key={x} className={styles[colour]} x={x} y={y + at * STEP} width={length} height={ROW} />
      })}
    </g>
  ))
}

/** A measure over a part of a row. */
function Bracket({ from, to }: { from: number; to: number }) {
  return <path className={styles.line} d={`M${from + 1} 10V4H${to - 1}v6`} />
}

function Clock({ x, hand }: { x: number; hand: string }) {
  return (
    <g className={styles.line} transform={`translate(${x} 22)`}>
      <circle r="20" />
      <path d={hand} />
      <path d="M0 0H8" />
    </g>
  )
}
