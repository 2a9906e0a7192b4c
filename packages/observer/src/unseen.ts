/** Lamps of a cycle that displays hide, because they show nothing before their last seconds. */
import { PHASES } from '@greenwave/controller/controllerLimits'
import type { Cycle } from './cycle.ts'
import { type LampBits, lampOf, lampsOf, shownBy } from './lit.ts'

/**
 * Returns the lamps of which a cycle does not say how long they were lit: their beginning was not shown. A phase that hides
 * and is never seen green may have been.
 */
export function unseenLamps({ runs }: Pick<Cycle, 'runs'>): LampBits {
  let unseen = 0
  for (const phase of runs.some(({ notShown }) => notShown) ? PHASES : []) {
    let [isHidden, hides, isGreen] = [false, false, false]
    for (const { lit, notShown = 0 } of runs) {
      const shown = lit === null ? 'other' : shownBy(lit, phase)
      if (isHidden && shown !== 'other') unseen |= lampOf(phase, shown)
      isGreen ||= shown === 'green'
      isHidden = (notShown & lampsOf(phase)) !== 0
      hides ||= isHidden
    }
    if (hides && !isGreen) unseen |= lampOf(phase, 'green')
  }
  return unseen
}

/** Returns the seconds of a record in which a phase did not show which of its lamps was lit. */
export function hiddenSeconds({ runs, seconds }: Pick<Cycle, 'runs' | 'seconds'>): number {
  return runs.reduce((sum, { second, notShown }, nth) => {
    return notShown ? sum + (runs[nth + 1]?.second ?? seconds) - second : sum
  }, 0)
}
