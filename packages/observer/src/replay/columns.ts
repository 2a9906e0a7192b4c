/**
 * The seconds of a span as the columns of a drawing: how many seconds of each state are in a column. Nothing is lost and
 * nothing made up, however many seconds a column has.
 */
import { LAMP_COLOURS, PHASES } from '@greenwave/controller/controllerLimits'
import { lampsOf, phasesTogether, stateOf } from '../lit.ts'
import type { QuarterAt, Span } from './gaps.ts'
import { NO_PROGRAM } from './programmed.ts'
import { knownOf, litOf, notShownOf, QUARTER_SECONDS, quarterOf } from './quarter.ts'

/**
 * Displays of a phase in a second, the worst last. `notShown`: one of its lamps is lit, and its display does not show which;
 * `conflict`: has the road together with another phase.
 */
export const PHASE_STATES = ['noData', 'notShown', ...LAMP_COLOURS, 'dark', 'contradicting', 'conflict'] as const
export type PhaseState = (typeof PHASE_STATES)[number]

const STATES = PHASE_STATES.length
const [NO_DATA, NOT_SHOWN, GREEN, DARK, CONFLICT] = [0, 1, 4, 5, 7] as const

/** The columns of a span. */
export interface Columns {
  readonly count: number
  /** Seconds of each column. */
  readonly seconds: Uint32Array
  /** Seconds by column, phase and state; `secondsIn` reads them. */
  readonly tally: Uint32Array
  /** Seconds by column and phase in which the program has green. */
  readonly programmed: Uint32Array
  /** Seconds of each column in which a program is known to drive the lamps. */
  readonly driven: Uint32Array
}

/** Returns the phases that the program has green in each second of a quarter, as `programmedGreens` does. */
export type ProgrammedAt = (startMs: number) => Uint8Array

/**
 * Returns the columns of a span of whole seconds: one for each second, or `most` where the span has more seconds.
 *
 * @param programmedAt undefined where no settings are known
 */
export function columnsOf(
  quarterAt: QuarterAt,
  programmedAt: ProgrammedAt | undefined,
  { fromMs, untilMs }: Span,
  most: number,
): Columns {
  const total = Math.max(0, Math.round((untilMs - fromMs) / 1000))
  const count = Math.max(0, Math.min(total, Math.floor(most)))
  const columns: Columns = {
    count,
    seconds: new Uint32Array(count),
    tally: new Uint32Array(count * PHASES.length * STATES),
    programmed: new Uint32Array(count * PHASES.length),
    driven: new Uint32Array(count),
  }
  let second = 0
  while (second < total) {
    const ms = fromMs + second * 1000
    const startMs = quarterOf(ms)
    const first = Math.floor((ms - startMs) / 1000)
    const end = Math.min(QUARTER_SECONDS, first + total - second)
    const lamps = quarterAt(startMs)?.lamps
    const programmed = programmedAt?.(startMs)
    for (let index = first; index < end; index += 1) {
      const column = Math.floor(((second + index - first) * count) / total)
      addSecond(columns, column, lamps?.[index] ?? 0, programmed?.[index] ?? NO_PROGRAM)
    }
    second += end - first
  }
  return columns
}

function addSecond(columns: Columns, column: number, packed: number, greens: number): void {
  const { seconds, tally, programmed, driven } = columns
  seconds[column] = (seconds[column] ?? 0) + 1
  const states = statesOf(packed)
  for (let phase = 0; phase < PHASES.length; phase += 1) {
    const place = (column * PHASES.length + phase) * STATES + ((states >> (4 * phase)) & 0xf)
    tally[place] = (tally[place] ?? 0) + 1
    if (greens !== NO_PROGRAM && (greens & (1 << phase)) !== 0) {
      const of = column * PHASES.length + phase
      programmed[of] = (programmed[of] ?? 0) + 1
    }
  }
  if (greens !== NO_PROGRAM) driven[column] = (driven[column] ?? 0) + 1
}

/** Returns how many seconds of a column a phase (0 to 2) shows a state. */
export function secondsIn({ tally }: Columns, column: number, phase: number, state: PhaseState): number {
  return tally[(column * PHASES.length + phase) * STATES + PHASE_STATES.indexOf(state)] ?? 0
}

/** Display of a phase (0 to 2) in a column as one state: a fault if there is one, else the longest. */
export function stateOfColumn({ tally }: Columns, column: number, phase: number): PhaseState {
  const first = (column * PHASES.length + phase) * STATES
  for (let state = CONFLICT; state >= DARK; state -= 1) if (tally[first + state]) return PHASE_STATES[state] ?? 'noData'
  let longest: number = NO_DATA
  for (let state: number = NOT_SHOWN; state <= GREEN; state += 1) {
    if ((tally[first + state] ?? 0) > (tally[first + longest] ?? 0)) longest = state
  }
  return PHASE_STATES[longest] ?? 'noData'
}

/** Displays of the phases in a second, phase 1 first. */
export function phaseStatesOf(packed: number): readonly PhaseState[] {
  const states = statesOf(packed)
  return PHASES.map((_, phase) => PHASE_STATES[(states >> (4 * phase)) & 0xf] ?? 'noData')
}

/** Cache by packed second: signals show a few dozen different ones. */
const remembered = new Map<number, number>()
/** Lamps that are all faulty in turns are forgotten beyond so many. */
const MOST_REMEMBERED = 4096

/** Returns the states of the three phases, four bits each, phase 1 lowest. */
function statesOf(packed: number): number {
  const known = remembered.get(packed)
  if (known !== undefined) return known
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  const [lit, knownLamps, notShown] = [litOf(packed), knownOf(packed), notShownOf(packed)]
  // A second alone does not say whether the lamps flash; where they may, phases that are out are drawn as they are.
  const together = phasesTogether(lit, knownLamps, true)
  const states = PHASES.reduce((sum, phase, nth) => {
    const own = (notShown & lampsOf(phase)) !== 0 ? NOT_SHOWN : PHASE_STATES.indexOf(stateOf(lit, knownLamps, phase))
    const state = together.includes(phase) ? CONFLICT : own
    return sum | (state << (4 * nth))
  }, 0)
  remembered.set(packed, states)
  return states
}
