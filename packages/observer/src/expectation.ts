/**
 * What the settings let expect of lamps that do not count (signal-control §9). Nothing is expected unless the signals run
 * their program as it is set, which a change of lamp, or the last seconds of one, has shown since the settings are in force.
 */
import {
  LAMP_COLOURS,
  ofPhase,
  type PerPhase,
  PHASES,
  type PhaseNumber,
  perPhase,
} from '@greenwave/controller/controllerLimits'
import { cyclePosition, isServed, modulo } from '@greenwave/controller/cycle'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { type LampColour, phaseLampsAt } from '@greenwave/controller/lamps'
import type { Force } from './force.ts'
import { type Junction, openIncidents } from './junction.ts'
import { type PhaseReading, readingOfPhase } from './phaseReading.ts'
import type { Street } from './street.ts'

/** A lamp that the program lights now, and its seconds left, this one included. */
export interface ExpectedLamp {
  readonly lamp: LampColour
  readonly seconds: number
}

/** Expectation of the newest sample. */
export interface Expectation {
  /**
   * Seconds by which the lamps are ahead of the controller's clock in the same sample, -1 to 1, as lamps have shown since the
   * settings are in force; null while none has.
   */
  readonly ahead: number | null
  /** Null for a phase that counts, or of which nothing can be expected. */
  readonly phases: PerPhase<ExpectedLamp | null>
}

/** A controller may read its clock just before or after it switches the lamps, seconds: the usual first. */
const AHEAD = [0, 1, -1] as const

export const NOTHING_EXPECTED: Expectation = { ahead: null, phases: [null, null, null] }

/** Folds in the newest sample of a junction, once. */
export function nextExpectation(before: Expectation, junction: Junction): Expectation {
  const { street, force } = junction
  if (!street || !force?.program || !runsAsSet(junction, street, force)) return NOTHING_EXPECTED
  const clockMs = street.sample.clockMs
  if (clockMs === null) return NOTHING_EXPECTED
  const position = cyclePosition(secondOfDayAt(clockMs), force.cycle, force.offset)
  const readings = perPhase((phase) => readingOf(junction, street, phase))
  const clues = PHASES.map((phase) => clueOf(phase, ofPhase(readings, phase), street, force, position))
  const [shown = before.ahead, ...others] = new Set(clues.filter((clue) => clue !== undefined))
  if (shown === null || shown === 'against' || others.length > 0) return NOTHING_EXPECTED
  return {
    ahead: shown,
    phases: perPhase((phase) => expectedOf(phase, ofPhase(readings, phase), force, position + shown)),
  }
}

/** Returns whether a program drives the lamps, the control is known to be fixed, and nothing changes or fails. */
function runsAsSet({ styles, settling, trackers }: Junction, street: Street, force: Force): boolean {
  const control = styles.set.control ?? styles.learned.control
  const { ts } = street.sample
  return (
    control?.kind === 'fixed' &&
    force.effect?.kind === 'program' &&
    force.cycle > 0 &&
    street.mode?.mode === 4 &&
    ts >= settling.untilMs &&
    ts >= street.settlesMs &&
    openIncidents({ trackers }).length === 0
  )
}

function readingOf({ styles }: Junction, { sample, recent }: Street, phase: PhaseNumber): PhaseReading {
  return readingOfPhase(sample.counts, phase, ofPhase(styles.display, phase), recent.at(-2)?.counts ?? null)
}

/**
 * Compares a phase with the program. `against`: it shows what the program does not have within the tolerance. A number: its
 * lamp changed now, or counts, so many seconds before the program by the controller's clock.
 */
function clueOf(
  phase: PhaseNumber,
  reading: PhaseReading,
  { phases, second }: Street,
  force: Force,
  position: number,
): 'against' | number | undefined {
  if (reading.kind === 'notShown') return undefined
  if (reading.kind !== 'lit') return 'against'
  const { lamp, seconds } = reading
  const set = (ahead: number) => lampAt(phase, force, position + ahead)
  const near = AHEAD.filter((ahead) => set(ahead).lamp === lamp)
  if (near.length === 0) return 'against'
  if (!isServedBy(force, phase)) return undefined
  if (seconds !== null) return near.find((ahead) => set(ahead).seconds === seconds) ?? 'against'
  const { shown, before, sinceSecond, whole } = ofPhase(phases, phase)
  const isNew = whole && shown === lamp && before !== 'other' && sinceSecond === second
  if (!isNew) return undefined
  return near.find((ahead) => set(ahead - 1).lamp !== lamp) ?? 'against'
}

function expectedOf(phase: PhaseNumber, reading: PhaseReading, force: Force, position: number): ExpectedLamp | null {
  if (!isServedBy(force, phase)) return null
  const expected = lampAt(phase, force, position)
  if (reading.kind === 'notShown') return expected
  return reading.kind === 'lit' && reading.seconds === null && reading.lamp === expected.lamp ? expected : null
}

function isServedBy({ program }: Force, phase: PhaseNumber): boolean {
  return program !== null && isServed(ofPhase(program.phases, phase))
}

/** (R13) Returns the lit lamp of a phase at a second of the cycle, with what a display that counts each second would show. */
function lampAt(phase: PhaseNumber, { program, clearance, cycle }: Force, second: number): ExpectedLamp {
  if (!program) return { lamp: 'red', seconds: 1 }
  const lamps = phaseLampsAt(ofPhase(program.phases, phase), clearance, cycle, modulo(second, cycle))
  const lamp = LAMP_COLOURS.find((colour) => lamps[colour] > 0) ?? 'red'
  return { lamp, seconds: lamps[lamp] }
}
