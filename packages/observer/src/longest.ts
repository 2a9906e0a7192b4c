/** Longest times of states that are still right, by the settings in force, the control and what was learned. Seconds. */
import { isServed } from '@greenwave/controller/cycle'
import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { Force } from './force.ts'
import type { Settling } from './settling.ts'
import { greenLimits, type Styles } from './styles.ts'

/** Facts about a junction from which its longest display follows. */
export interface Expected {
  readonly force: Force | null
  readonly settling: Settling
  readonly styles: Styles
}

/** A phase that shows nothing, of which no cycle is known, is dark after this, seconds. */
export const UNKNOWN_CYCLE = 150
/** Three samples of zeros make a phase dark: the time before the first of them counts. */
const DARK_SAMPLES = 3

/** Returns the longest green of a phase; 0 without a program, or where it has no green. */
function greenOf({ force, styles }: Expected, phase: PhaseNumber): number {
  const timing = force?.program && ofPhase(force.program.phases, phase)
  if (!timing || !isServed(timing)) return 0
  // Until the control is known, a green may be actuated.
  const largest = styles.control ? (greenLimits(styles, phase)?.largest ?? 0) : UNKNOWN_CYCLE
  return Math.max(largest, timing.green)
}

/** Returns the longest green of any phase. While a change settles, the cycle before it may run. */
export function longestGreen(expected: Expected, atMs: number): number {
  return Math.max(settlingSeconds(expected, atMs), ...PHASES.map((phase) => greenOf(expected, phase)))
}

function settlingSeconds({ settling }: Expected, atMs: number): number {
  return atMs < settling.untilMs ? settling.cycle : 0
}

/** Returns the longest red of a phase that has green. */
function redOf(expected: Expected, phase: PhaseNumber): number {
  const { force, styles } = expected
  if (!force?.program) return 0
  const own = ofPhase(force.program.phases, phase).green
  if (styles.control?.kind === 'fixed') return Math.max(0, force.cycle - Math.max(0, own))
  const { yellow, redClearance } = force.clearance
  const others = PHASES.filter((other) => other !== phase).map((other) => greenOf(expected, other))
  const blocks = others.reduce((sum, green) => (green > 0 ? sum + green + yellow + redClearance : sum), redClearance)
  return Math.max(blocks, force.cycle - own)
}

/** Returns for how long no lamp of the junction may change. */
export function longestState(expected: Expected, atMs: number): number {
  return Math.max(longestGreen(expected, atMs), ...PHASES.map((phase) => redOf(expected, phase)))
}

/** Returns the longest cycle. */
export function longestCycle(expected: Expected): number {
  const { force, styles } = expected
  if (!force || styles.control?.kind !== 'actuated') return force?.cycle ?? 0
  const { yellow, redClearance } = force.clearance
  const blocks = PHASES.map((phase) => greenOf(expected, phase)).filter((green) => green > 0)
  return Math.max(
    force.cycle,
    blocks.reduce((sum, green) => sum + green + yellow + redClearance, 0),
  )
}

/** Returns the longest time for which all phases may be red. */
export function longestAllRed(expected: Expected): number {
  const { force, styles } = expected
  const actuated = styles.control?.kind === 'actuated' ? PHASES.map((phase) => greenOf(expected, phase)) : []
  return Math.max(force?.longestAllRed ?? 0, ...actuated)
}

/**
 * Returns for how many seconds a phase may show three zeros before they count towards darkness: none where its display
 * always shows the lit lamp.
 *
 */
export function longestNotShown(expected: Expected, phase: PhaseNumber, atMs: number): number {
  const { force, styles } = expected
  if (styles.isFull) return 0
  const settles = settlingSeconds(expected, atMs)
  let longest = 0
  for (const colour of LAMP_COLOURS) {
    const style = ofPhase(styles.display, phase)[colour]
    if (style === null) {
      // Of an actuated junction no cycle is known.
      const cycle = Math.max(longestCycle(expected), settles) || UNKNOWN_CYCLE
      const least = styles.control ? 0 : UNKNOWN_CYCLE
      longest = Math.max(longest, Math.max(cycle, least) - DARK_SAMPLES)
    } else if (style.kind === 'last' && style.filler === 0) {
      const lit = colour === 'red' ? redOf(expected, phase) : colour === 'green' ? greenOf(expected, phase) : 0
      // Without a program nothing is known of the lengths but what was seen.
      const known = Math.max(lit - style.seconds, ofPhase(styles.learned.hidden, phase))
      longest = Math.max(longest, settles, force?.program || known > 0 ? known : UNKNOWN_CYCLE)
    }
  }
  return longest
}
