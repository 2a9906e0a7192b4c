import type { Objective } from './corridor.ts'

/** Worth of a pair of bands, in their unit: `first` decides, `second` among equals. */
export interface Worth {
  readonly first: number
  readonly second: number
}

/** How an objective values bands. Both numbers rise with each band. */
export interface Valuation {
  readonly first: (outbound: number, inbound: number) => number
  readonly second: (outbound: number, inbound: number) => number
}

const sum = (outbound: number, inbound: number) => outbound + inbound

/**
 * Returns how an objective values bands. Among equals the wider sum is better for equal and weighted bands, and the wider
 * other band for one direction.
 */
export function valuationOf(objective: Objective): Valuation {
  if (objective === 'equal') return { first: Math.min, second: sum }
  if (objective === 'outbound') return { first: (outbound) => outbound, second: (_, inbound) => inbound }
  if (objective === 'inbound') return { first: (_, inbound) => inbound, second: (outbound) => outbound }
  const weights = objective
  return { first: (outbound, inbound) => weights.outbound * outbound + weights.inbound * inbound, second: sum }
}

/** Returns whether bands of these widths are worth more. */
export function isWorthMore(valuation: Valuation, outbound: number, inbound: number, than: Worth): boolean {
  const first = valuation.first(outbound, inbound)
  return first > than.first || (first === than.first && valuation.second(outbound, inbound) > than.second)
}
