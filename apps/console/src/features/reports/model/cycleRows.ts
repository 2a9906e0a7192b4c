import type { CountedCycle } from '@greenwave/observer/conformity/countDay'

/** Returns whether anything in a judged cycle differs from what is set. */
export function isDiffering({ deviations }: CountedCycle): boolean {
  return deviations !== null && [deviations.cycle, ...deviations.greens, ...deviations.starts].some(Boolean)
}

/** Returns why a cycle is not judged. */
export function reasonOf({ inChange, missing }: CountedCycle['cycle']): 'change' | 'missing' | 'disturbed' {
  return inChange ? 'change' : missing > 0 ? 'missing' : 'disturbed'
}
