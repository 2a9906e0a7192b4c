import type { CountedCycle } from '@greenwave/observer/conformity/countDay'

/** Returns whether an evaluated cycle differs from the settings in any way. */
export function isDiffering({ deviations }: CountedCycle): boolean {
  return deviations !== null && [deviations.cycle, ...deviations.greens, ...deviations.starts].some(Boolean)
}

/** Returns the reason why a cycle was not evaluated. */
export function reasonOf({ inChange, missing }: CountedCycle['cycle']): 'change' | 'missing' | 'disturbed' {
  return inChange ? 'change' : missing > 0 ? 'missing' : 'disturbed'
}
