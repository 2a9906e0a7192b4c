import measured from './costs.json' with { type: 'json' }

/** A cost, and the benchmark and row that it was measured by. */
export interface Cost {
  readonly value: number
  readonly unit: string
  readonly of: string
  readonly from: string
}

/** What things cost, by name; bench/src/sizingPage.ts makes costs.json of bench/results. */
export type CostName = keyof typeof measured
export type Costs = Readonly<Record<CostName, number>>

/** All costs, each with its source. */
export const MEASURED: Readonly<Record<CostName, Cost>> = measured

/** The costs alone. Processor time is in seconds of a core, memory and disk in megabytes. */
export const COSTS = Object.fromEntries(Object.entries(MEASURED).map(([name, { value }]) => [name, value])) as Costs
