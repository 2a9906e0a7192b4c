/** Lines about a simulation, in words. */
import { type ByDirection, DIRECTIONS } from '@greenwave/coordination/corridor'
import { seconds } from '../corridor/words.ts'
import { tableLines } from '../tables/tableLines.ts'
import type { Change, Comparison } from './comparison.ts'
import { type Demand, FILLING_S } from './demand.ts'
import { type PlanName, PLANS } from './modelFiles.ts'
import type { Estimate } from './studentT.ts'
import { type Group, type Measure, MEASURES } from './trips.ts'

const GROUP_NAMES: Readonly<Record<Group, string>> = {
  route: 'the vehicle',
  outbound: 'outbound',
  inbound: 'inbound',
  side: 'side streets',
  all: 'all vehicles',
}
const MEASURE_NAMES: Readonly<Record<Measure, string>> = { delay: 'delay, s', stops: 'stops', travel: 'travel time, s' }
/** A share of vehicles that had not arrived from which on the street is called too full. */
const TOO_FULL = 0.01

/** Returns the lines of a simulation as text. */
export function simulationLines(simulation: Simulation): readonly string[] {
  const { sumo, out, seeds, demand, plans, comparison } = simulation
  const { outbound, inbound, side, motorcycles, lanes, minutes } = demand
  const bands = PLANS.map((plan) => {
    const { cycle, bands } = plans[plan]
    const widths = DIRECTIONS.map((direction) => (bands[direction] === null ? '-' : seconds(bands[direction])))
    return [plan, seconds(cycle), ...widths]
  })
  return [
    ...tableLines([['', 'cycle', ...DIRECTIONS.map((direction) => `${direction} band`)], ...bands]),
    '',
    `Vehicles an hour: outbound ${outbound}, inbound ${inbound}, ${side} from each end of each side street; ${Math.round(motorcycles * 100)} % motorcycles; lanes: ${lanes}`,
    ...(comparison
      ? [
          `SUMO ${sumo}, ${seeds} seeds, ${minutes} min each after ${FILLING_S / 60} min in which the street fills; ${Math.round(comparison.vehicles)} vehicles counted each time`,
          '',
          ...comparisonLines(comparison, PLANS, GROUP_NAMES),
          '',
          `The files of the model are in ${out}.`,
        ]
      : [
          `SUMO is not installed: nothing was run. The files of the model are in ${out}.`,
          'Install SUMO (Debian: apt install sumo; elsewhere: pip install eclipse-sumo), or set SUMO_HOME, and run this again with --overwrite.',
        ]),
  ]
}

/** Returns a comparison as lines, with the names of what is compared, and of groups. */
export function comparisonLines(
  { groups, vehicles, unfinished }: Comparison,
  [before, after]: readonly [string, string],
  names: Readonly<Record<Group, string>>,
): readonly string[] {
  const rows = groups.flatMap((group) =>
    MEASURES.map((measure) => {
      const found = group[measure]
      return [
        `${names[group.group]}: ${MEASURE_NAMES[measure]}`,
        withInterval(found.before),
        withInterval(found.after),
        withSign(found.change),
        verdict(found),
      ]
    }),
  )
  const full = PLANS.filter((plan) => unfinished[plan] > vehicles * TOO_FULL)
  return [
    ...tableLines([['mean of a vehicle', before, after, 'change', ''], ...rows]),
    '',
    'After ± are the 95 % intervals of these means over the seeds; changes are taken seed by seed.',
    ...full.map(
      (plan) =>
        `The street is fuller than the lights ${plan === 'before' ? before : after} can serve: ${Math.round(unfinished[plan])} of ${Math.round(vehicles)} vehicles had not arrived at the end, so that its figures are too good.`,
    ),
  ]
}

/** Returns a mean with its interval. */
export function withInterval({ mean, plusMinus }: Estimate): string {
  return `${decimals(mean)} ± ${decimals(plusMinus)}`
}

/** Returns a change with its sign and interval. */
export function withSign(estimate: Estimate): string {
  return `${estimate.mean > 0 ? '+' : ''}${withInterval(estimate)}`
}

/** Returns how large a change is; that there may be none where its interval says no more. */
function verdict({ before, change }: Change): string {
  if (Math.abs(change.mean) <= change.plusMinus) return 'may be chance'
  const percent = Math.round((change.mean / before.mean) * 100)
  return before.mean === 0 ? '' : `${percent > 0 ? '+' : ''}${percent} %`
}

function decimals(value: number): string {
  // Without this a small negative number is "-0.00".
  return ((Math.round(value * 100) || 0) / 100).toFixed(2)
}

/** Input and result of a simulation. */
export interface Simulation {
  /** SUMO's version; null where it is not installed, so that the files were only written. */
  readonly sumo: string | null
  /** The folder of the files. */
  readonly out: string
  readonly seeds: number
  readonly demand: Demand & { readonly lanes: number }
  /** Cycle and bands of each plan, seconds. */
  readonly plans: Readonly<Record<PlanName, { readonly cycle: number; readonly bands: ByDirection<number | null> }>>
  readonly comparison: Comparison | null
}
