/** All states derived from the lamps of one controller, folded from one set of latest telemetry to the next. */
import { LAMP_KEYS, lampKeys } from '@greenwave/controller/keys'
import { ofPhase, type PerPhase, PHASES, type PhaseNumber, perPhase } from '@greenwave/controller/limits'
import type { LampReadings } from '@greenwave/controller/telemetry'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { keepSameMembers } from '../../sharing.ts'
import { countAt, foldPhase, NEXT_SAMPLE_MS, NO_READING, type PhaseReading } from './phaseReading.ts'

/** The lamps of one controller at the newest sample. */
export interface SignalSamples {
  /** The platform's time of the newest countdown; null before the first. */
  readonly sampleAtMs: number | null
  /** When it arrived, by this computer's clock, epoch milliseconds. */
  readonly arrivedAtMs: number | null
  readonly phases: PerPhase<PhaseReading>
  /**
   * Phases that are green or yellow at the same time, at least one of them green. `sinceMs` is the time of the first
   * such sample.
   */
  readonly together: { readonly phases: readonly PhaseNumber[]; readonly sinceMs: number } | null
  /**
   * The state before the newest sample. Keys of one sample may arrive in separate frames, and each of them folds the
   * sample again from this state.
   */
  readonly previous: Pick<SignalSamples, 'phases' | 'together'> | null
  /** The latest telemetry that is already folded in. */
  readonly source: TimedValues
}

export const NO_SAMPLES: SignalSamples = {
  sampleAtMs: null,
  arrivedAtMs: null,
  phases: perPhase(() => NO_READING),
  together: null,
  previous: null,
  source: {},
}

/** Folds in the latest telemetry. Values that are not countdowns (a clock, a temperature) do not make a sample. */
export function foldSignals(before: SignalSamples, latest: TimedValues, arrivedAtMs: number): SignalSamples {
  if (before.source === latest) return before
  const changed = LAMP_KEYS.some((key) => before.source[key] !== latest[key])
  if (!changed) return { ...before, source: latest }
  const sampleAtMs = newestLampTime(latest)
  if (sampleAtMs === null) return { ...NO_SAMPLES, source: latest }
  const lamps = perPhase((phase) => readingsAt(latest, phase, sampleAtMs))
  const again = sampleAtMs === before.sampleAtMs
  const { phases, together } = (again && before.previous) || before
  const folded = {
    phases: perPhase((phase) => foldPhase(ofPhase(phases, phase), ofPhase(lamps, phase), sampleAtMs)),
    together: foldTogether(together, lamps, sampleAtMs),
  }
  return {
    sampleAtMs,
    arrivedAtMs: again ? before.arrivedAtMs : arrivedAtMs,
    ...keepSameMembers<typeof folded>(before, folded),
    previous: { phases, together },
    source: latest,
  }
}

function foldTogether(before: SignalSamples['together'], lamps: PerPhase<LampReadings>, sampleAtMs: number) {
  const isLit = (phase: PhaseNumber, colour: 'green' | 'yellow') => (ofPhase(lamps, phase)[colour] ?? 0) > 0
  const phases = PHASES.filter((phase) => isLit(phase, 'green') || isLit(phase, 'yellow'))
  if (phases.length < 2 || !phases.some((phase) => isLit(phase, 'green'))) return null
  if (before && before.phases.join() === phases.join()) return before
  return { phases, sinceMs: before?.sinceMs ?? sampleAtMs }
}

/** Returns the phases that are green or yellow at the same time, once a second sample confirms it; otherwise none. */
export function conflictingPhases({ together, sampleAtMs }: SignalSamples): readonly PhaseNumber[] {
  if (!together || sampleAtMs === null || sampleAtMs - together.sinceMs < NEXT_SAMPLE_MS) return []
  return together.phases
}

/**
 * Returns whether the newest sample shows what no program does (conflicting phases, dark or frozen lamps), confirmed or
 * not.
 */
export function showsFault({ together, phases }: SignalSamples): boolean {
  return together !== null || phases.some(({ frozen, memory }) => frozen || memory.suspect !== null)
}

function newestLampTime(latest: TimedValues): number | null {
  let newest: number | null = null
  for (const key of LAMP_KEYS) {
    const ts = latest[key]?.ts
    if (ts !== undefined && (newest === null || ts > newest)) newest = ts
  }
  return newest
}

function readingsAt(latest: TimedValues, phase: PhaseNumber, sampleAtMs: number): LampReadings {
  const keys = lampKeys(phase)
  return {
    red: countAt(latest[keys.red], sampleAtMs),
    yellow: countAt(latest[keys.yellow], sampleAtMs),
    green: countAt(latest[keys.green], sampleAtMs),
  }
}
