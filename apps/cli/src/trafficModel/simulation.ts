/** The result of a simulation, as `--json` prints it. docs/traffic-model.md explains each field. */
import type { ByDirection } from '@greenwave/coordination/corridor'
import type { Comparison } from './comparison.ts'
import type { Demand } from './demand.ts'
import type { PlanName } from './modelFiles.ts'

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
