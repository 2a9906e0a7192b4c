/** How a cycle that was recorded differs from what the settings say, to the second. */

import { ofPhase, type PerPhase, type PhaseNumber, PHASES, perPhase } from '@greenwave/controller/controllerLimits'
import type { GreenLimits } from '@greenwave/controller/display'
import type { LampColour } from '@greenwave/controller/lamps'
import { cyclePosition, cycleSeconds, greenStart, isServed, modulo } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { type ControllerSettings, type Program, programOf } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { type Cycle, isEvaluable } from '../cycle.ts'
import { safeClearance } from '../force.ts'
import { lampOf, shownBy } from '../lit.ts'
import type { RecordedCycle } from '../recordedCycles.ts'
import { unseenLamps } from '../unseen.ts'

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
  /** Parts that are null because displays did not show them from their beginning. */
  readonly unseen: { readonly greens: number; readonly starts: number; readonly yellows: number }
  /**
   * Whether greens are actuated: then `greens` are the seconds outside of their limits, 0 within them; the length
   * of the cycle and the starts have no figure.
   */
  readonly byLimits: boolean
}

/**
 * Deviation of a cycle from its program, or from the limits of its greens; null if it cannot be evaluated: a second was not
 * seen, something disturbed it, no program was in effect, or its control or a limit was not known.
 */
export function cycleDeviations(cycle: RecordedCycle, settings: ControllerSettings): CycleDeviations | null {
  const { limits, phases } = cycle
  if (cycle.program === null || limits === null || !isEvaluable(cycle)) return null
  const program = programOf(settings, cycle.program)
  const set = cycleSeconds(program, settings.clearance)
  if (set === 0) return null
  const lamps = unseenLamps(cycle)
  const isUnseen = (phase: PhaseNumber, colour: LampColour): boolean => (lamps & lampOf(phase, colour)) !== 0
  const isGreen = (phase: PhaseNumber): boolean => ofPhase(phases, phase).green > 0 || isUnseen(phase, 'green')
  if (limits && PHASES.some((phase) => isGreen(phase) && ofPhase(limits, phase) === null)) return null
  const starts: CycleDeviations['starts'] = limits
    ? [null, null, null]
    : startsOf(cycle, program, set, offsetRow.at({ program: cycle.program }).of(settings))
  const isLost = (phase: PhaseNumber): boolean => isUnseen(phase, 'green') && ofPhase(starts, phase) !== null
  return {
    cycle: limits ? 0 : cycle.seconds - set,
    greens: perPhase((phase) => {
      const [seen, wanted] = [ofPhase(phases, phase).green, ofPhase(program.phases, phase).green]
      if (isUnseen(phase, 'green') || (seen === 0 && (limits || wanted <= 0))) return null
      return limits ? beyond(seen, ofPhase(limits, phase)) : seen - Math.max(0, wanted)
    }),
    yellows: perPhase((phase) => {
      if (!isGreen(phase) || isUnseen(phase, 'yellow')) return null
      return Math.min(0, ofPhase(phases, phase).yellow - safeClearance(settings.clearance).yellow)
    }),
    starts: perPhase((phase) => (isLost(phase) ? null : ofPhase(starts, phase))),
    unseen: {
      greens: PHASES.filter((phase) => isUnseen(phase, 'green')).length,
      starts: PHASES.filter(isLost).length,
      yellows: PHASES.filter((phase) => isUnseen(phase, 'yellow')).length,
    },
    byLimits: limits !== undefined,
  }
}

/** Returns by how much a green is outside of its limits, seconds: negative for one that is too short. */
function beyond(green: number, limits: GreenLimits | null): number {
  if (!limits || (green >= limits.smallest && green <= limits.largest)) return 0
  return green - (green < limits.smallest ? limits.smallest : limits.largest)
}

/** Returns whether displays showed all of a cycle that is compared. */
export function isSeenWhole({ unseen }: CycleDeviations): boolean {
  return unseen.greens + unseen.starts + unseen.yellows === 0
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
