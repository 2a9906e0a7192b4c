/**
 * The state of one phase's lamps, folded from sample to sample. Keys may arrive in separate messages, so a fault counts
 * only when a later sample still shows it. A key that the controller no longer sends counts as missing and never keeps
 * its old value.
 */
import type { LampColour } from '@greenwave/controller/lamps'
import { type LampReadings, lampReading } from '@greenwave/controller/telemetry'
import type { TimedValue } from '@greenwave/controller/timedValue'
import { STALE_AFTER_MS } from '../../freshness.ts'

/** The one condition that is shown for a phase. */
type PhaseCondition = LampColour | 'dark' | 'conflicting' | 'noData'

/** Two messages of the same sample are closer together than this; two samples are not. Milliseconds. */
export const NEXT_SAMPLE_MS = 500
/**
 * A count above 1 that does not change for longer than this is frozen, because every count decreases each second.
 * Milliseconds.
 */
const FROZEN_AFTER_MS = 3000

/** The shown state of a phase, with what is needed to fold in the next sample. */
export interface PhaseReading {
  readonly lamps: LampReadings
  readonly condition: PhaseCondition
  /** Whether the count of the lit lamp does not change although samples arrive. */
  readonly frozen: boolean
  /** Times are those of samples, epoch milliseconds. */
  readonly memory: {
    readonly suspect: { readonly kind: 'dark' | 'conflicting'; readonly sinceMs: number } | null
    readonly counting: { readonly colour: LampColour; readonly count: number; readonly sinceMs: number } | null
  }
}

export const NO_READING: PhaseReading = {
  lamps: { red: undefined, yellow: undefined, green: undefined },
  condition: 'noData',
  frozen: false,
  memory: { suspect: null, counting: null },
}

/**
 * Returns the count of one lamp at a sample. Undefined when its key is missing, not a count, or too old for the sample.
 */
export function countAt(sample: TimedValue | undefined, sampleAtMs: number): number | undefined {
  if (!sample || sampleAtMs - sample.ts > STALE_AFTER_MS) return undefined
  return lampReading(sample.value)
}

/**
 * Folds in the next sample of a phase. Returns the same object when nothing that is shown or remembered has changed.
 */
export function foldPhase(before: PhaseReading, lamps: LampReadings, sampleAtMs: number): PhaseReading {
  const lit = litColours(lamps)
  const raw = rawCondition(lamps, lit)
  const suspect = suspectOf(before.memory.suspect, raw, sampleAtMs)
  const counting = countingOf(before.memory.counting, lamps, lit, sampleAtMs)
  const condition = conditionOf(before.condition, raw, suspect, sampleAtMs)
  const frozen = counting !== null && counting.count > 1 && sampleAtMs - counting.sinceMs > FROZEN_AFTER_MS
  const same =
    sameLamps(before.lamps, lamps) &&
    condition === before.condition &&
    frozen === before.frozen &&
    suspect === before.memory.suspect &&
    counting === before.memory.counting
  return same ? before : { lamps, condition, frozen, memory: { suspect, counting } }
}

function litColours(lamps: LampReadings): readonly LampColour[] {
  const colours: readonly LampColour[] = ['red', 'yellow', 'green']
  return colours.filter((colour) => (lamps[colour] ?? 0) > 0)
}

function rawCondition(lamps: LampReadings, lit: readonly LampColour[]): PhaseCondition {
  if (lit.length > 1) return 'conflicting'
  if (lit[0]) return lit[0]
  const complete = lamps.red !== undefined && lamps.yellow !== undefined && lamps.green !== undefined
  return complete ? 'dark' : 'noData'
}

type Suspect = PhaseReading['memory']['suspect']

function suspectOf(before: Suspect, raw: PhaseCondition, sampleAtMs: number): Suspect {
  if (raw !== 'dark' && raw !== 'conflicting') return null
  return before?.kind === raw ? before : { kind: raw, sinceMs: sampleAtMs }
}

function conditionOf(
  before: PhaseCondition,
  raw: PhaseCondition,
  suspect: Suspect,
  sampleAtMs: number,
): PhaseCondition {
  if (!suspect || sampleAtMs - suspect.sinceMs >= NEXT_SAMPLE_MS) return raw
  return before
}

type Counting = PhaseReading['memory']['counting']

function countingOf(before: Counting, lamps: LampReadings, lit: readonly LampColour[], sampleAtMs: number): Counting {
  const colour = lit[0]
  const count = colour && lamps[colour]
  if (!colour || count === undefined || lit.length > 1) return null
  if (before?.colour === colour && before.count === count) return before
  return { colour, count, sinceMs: sampleAtMs }
}

function sameLamps(a: LampReadings, b: LampReadings): boolean {
  return a.red === b.red && a.yellow === b.yellow && a.green === b.green
}
