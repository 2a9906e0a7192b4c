/**
 * The best bands by a solver of mixed-integer programs, from the definition of a band alone: nothing is shared with the
 * planner but the corridor's type. Follows MAXBAND (Little, Kelson and Gartner 1981): for each junction a whole offset
 * and, for each direction, a whole number of cycles that brings the band into the green.
 */
import createHighs, { type Highs } from 'highs'
import type { Corridor, Direction, Objective } from '../corridor.ts'

/** What is solved. */
interface Question {
  readonly objective: Objective
  readonly cycle: number
  /** Whether offsets may be fractions of a second. */
  readonly continuous?: boolean
}

// The package declares its types as a CommonJS module's, whose default export Node would wrap; what is loaded is none.
const load: unknown = createHighs
if (typeof load !== 'function') throw new Error('highs exports another thing than the function that loads it')
const highs: Highs = await load()

/** Returns the most that an objective can reach, seconds, within 0.01 s. All junctions have offsets, and no blocks. */
export function bestByMixedInteger(corridor: Corridor, question: Question): number {
  const { objective } = question
  if (typeof objective === 'string') {
    const weights = { outbound: objective === 'inbound' ? 0 : 1, inbound: objective === 'outbound' ? 0 : 1 }
    return solved(corridor, question, weights, objective === 'equal')
  }
  // A band of one direction that shuts the other one out is not in the program with both.
  return Math.max(
    solved(corridor, question, objective, false),
    solved(corridor, question, { ...objective, inbound: 0 }, false),
    solved(corridor, question, { ...objective, outbound: 0 }, false),
  )
}

type Weights = Readonly<Record<Direction, number>>

function solved(corridor: Corridor, question: Question, weights: Weights, smaller: boolean): number {
  const { Status, ObjectiveValue } = highs.solve(programOf(corridor, question, weights, smaller), {
    output_flag: false,
    mip_rel_gap: 0,
    mip_abs_gap: 0.01,
  })
  if (Status === 'Infeasible') return 0
  if (Status !== 'Optimal') throw new Error(`the solver ended with ${Status}`)
  return ObjectiveValue
}

/** Returns the program in CPLEX's LP format. */
function programOf(corridor: Corridor, { cycle, continuous }: Question, weights: Weights, smaller: boolean): string {
  const directions = (['outbound', 'inbound'] as const).filter((direction) => weights[direction] > 0)
  const [rows, bounds, whole]: [string[], string[], string[]] = [[], [], []]
  for (const direction of directions) {
    let seconds = 0
    for (const [i, { greens, positionM, speedKmh }] of corridor.entries()) {
      const before = corridor[i - 1]
      if (before) seconds += (positionM - before.positionM) / ((speedKmh[direction] ?? 1) / 3.6)
      const green = greens[direction]
      if (!green) continue
      // How long the green has been on when the band comes: front + passing - start - offset + whole cycles.
      const passing = direction === 'outbound' ? seconds : -seconds
      const known = green.start - passing
      const lead = `front_${direction} - o${i} + ${cycle} n_${direction}${i}`
      rows.push(`${lead} >= ${known}`, `${lead} + b_${direction} <= ${known + green.green}`)
      const cycles = known / cycle
      bounds.push(`${Math.floor(cycles) - 2} <= n_${direction}${i} <= ${Math.ceil(cycles) + 2}`)
      whole.push(`n_${direction}${i}`)
    }
    bounds.push(`0 <= front_${direction} <= ${cycle}`, `0 <= b_${direction} <= ${cycle}`)
    if (smaller) rows.push(`b_${direction} - least >= 0`)
  }
  for (const i of corridor.keys()) {
    bounds.push(`0 <= o${i} <= ${i === 0 ? 0 : cycle - 1}`)
    if (!continuous) whole.push(`o${i}`)
  }
  const goal = smaller ? 'least' : directions.map((direction) => `${weights[direction]} b_${direction}`).join(' + ')
  return `Maximize\n ${goal}\nSubject To\n ${rows.join('\n ')}\nBounds\n ${bounds.join('\n ')}\nGeneral\n ${whole.join('\n ')}\nEnd\n`
}
