/**
 * What one phase's lamps say, folded from sample to sample. Keys may arrive in messages of their own, so a fault counts only
 * when a later sample still shows it; a key that the controller no longer sends counts as missing, never as its old value.
 */
import type { LampColour } from '@greenwave/controller/lamps'
import { type LampReadings, lampReading } from '@greenwave/controller/telemetry'
import type { TimedValue } from '@greenwave/controller/timedValue'
import { STALE_AFTER_MS } from '../../freshness.ts'

/** The one thing said about a phase. */
type PhaseCondition = LampColour | 'dark' | 'conflicting' | 'noData'

/** Two messages of one second lie closer together than this, two samples do not. */
export const NEXT_SAMPLE_MS = 500
/** A count that stands for longer than this while above 1 is frozen: every count falls by one a second. */
const FROZEN_AFTER_MS = 3000

/** A phase as it is shown, with what the next sample needs to know. */
export interface PhaseReading {
  readonly lamps: LampReadings
  readonly condition: PhaseCondition
  /** The lit count has not moved although samples go on. */
  readonly frozen: boolean
  /** Times are of samples, milliseconds. */
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

/** The count of one lamp at a sample: undefined when its key is missing, is no count, or is older than the sample allows. */
export function countAt(sample: TimedValue | undefined, sampleAtMs: number): number | undefined {
  if (!sample || sampleAtMs - sample.ts > STALE_AFTER_MS) return undefined
  return lampReading(sample.value)
}

/** Folds the next sample into a phase. Gives back the same object when nothing that is shown or remembered changed. */
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
