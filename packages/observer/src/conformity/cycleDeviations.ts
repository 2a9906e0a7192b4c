/** How a cycle that was recorded differs from what the settings say, to the second. */

import { ofPhase, type PerPhase, perPhase } from '@greenwave/controller/controllerLimits'
import { cyclePosition, cycleSeconds, greenStart, isServed, modulo } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { type ControllerSettings, type Program, programOf } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { type Cycle, canBeEvaluated } from '../cycle.ts'
import { safeClearance } from '../force.ts'
import { shownBy } from '../lit.ts'

/** The largest difference that one sample a second may make by itself, seconds. */
const TOLERANCE_SECONDS = 1

/** Differences of one cycle, whole seconds; positive: longer, later. */
export interface CycleDeviations {
  readonly cycle: number
  /** Null for a phase that neither has a green nor should have one. */
  readonly greens: PerPhase<number | null>
  /**
   * How much later the greens began: the first one by the controller's clock (R8), the others by the first one. Null
   * where a green is missing or not wanted, and of the first one where the controller shows no clock.
   */
  readonly starts: PerPhase<number | null>
  /** How much shorter the yellow of each phase was than is safe (V6), 0 or less. Null for a phase without a green. */
  readonly yellows: PerPhase<number | null>
}

/**
 * Deviation of a cycle from its program; null if it cannot be evaluated: a second was not seen, something
 * disturbed it, or no program was in effect.
 */
export function cycleDeviations(cycle: Cycle, settings: ControllerSettings): CycleDeviations | null {
  if (cycle.program === null || !canBeEvaluated(cycle)) return null
  const program = programOf(settings, cycle.program)
  const set = cycleSeconds(program, settings.clearance)
  if (set === 0) return null
  return {
    cycle: cycle.seconds - set,
    greens: perPhase((phase) => {
      const [seen, wanted] = [ofPhase(cycle.phases, phase).green, ofPhase(program.phases, phase).green]
      return seen === 0 && wanted <= 0 ? null : seen - Math.max(0, wanted)
    }),
    yellows: perPhase((phase) => {
      const { green, yellow } = ofPhase(cycle.phases, phase)
      return green === 0 ? null : Math.min(0, yellow - safeClearance(settings.clearance).yellow)
    }),
    starts: startsOf(cycle, program, set, offsetRow.at({ program: cycle.program }).of(settings)),
  }
}

/** Returns whether nothing in a cycle differs by more than one sample a second can show. */
export function isAsProgrammed({ cycle, greens, starts, yellows }: CycleDeviations): boolean {
  return [cycle, ...greens, ...starts, ...yellows].every(
    (seconds) => seconds === null || Math.abs(seconds) <= TOLERANCE_SECONDS,
  )
}

function startsOf(
  { firstPhase, runs, startClockMs }: Cycle,
  program: Program,
  cycle: number,
  offset: number | undefined,
): PerPhase<number | null> {
  if (firstPhase === null) return [null, null, null]
  const first = greenStart(ofPhase(program.phases, firstPhase))
  const late =
    startClockMs === null ? null : shortestWay(cyclePosition(secondOfDayAt(startClockMs), cycle, offset) - first, cycle)
  return perPhase((phase) => {
    const timing = ofPhase(program.phases, phase)
    if (!isServed(timing)) return null
    if (phase === firstPhase) return late
    const begins = runs.find(({ lit }) => lit !== null && shownBy(lit, phase) === 'green')
    return begins ? shortestWay(begins.second - (greenStart(timing) - first) + (late ?? 0), cycle) : null
  })
}

/** Returns a distance on the cycle: more than half a cycle late is early. */
function shortestWay(seconds: number, cycle: number): number {
  const late = modulo(seconds, cycle)
  return late > cycle / 2 ? late - cycle : late
}
