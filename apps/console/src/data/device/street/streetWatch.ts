/**
 * Compares the street with the program in effect: the position of the lamps in its cycle, and the lengths of greens and
 * cycles. A change of the program or its times needs a cycle to settle; nothing before that counts as a fault.
 */
import { cycleSeconds, isServed } from '@greenwave/controller/cycle'
import { ofPhase, type PerPhase, PHASES, type PhaseNumber, perPhase } from '@greenwave/controller/limits'
import type { Clearance, Program } from '@greenwave/controller/settings'
import type { LampReadings } from '@greenwave/controller/telemetry'
import { hasSameContent, keepSame } from '../../sharing.ts'
import { type CyclePosition, positionFromLamps } from './cyclePosition.ts'
import { foldObserved, NOTHING_OBSERVED, type ObservedTiming, streetDiffers } from './observedTiming.ts'

/** The program in effect, with its clearance times. */
export interface ProgramInEffect {
  readonly program: Program
  readonly clearance: Clearance
}

/** The comparison of the street with the program, up to the newest sample. */
export interface StreetWatch extends Watched {
  /**
   * The state before the newest sample. Keys of one sample may arrive in separate frames, and each of them folds the
   * sample again from this state.
   */
  readonly previous: Watched | null
}

interface Watched {
  readonly position: CyclePosition
  readonly observed: PerPhase<ObservedTiming>
  /** Whether a cycle has passed since watching began or the program changed. */
  readonly settled: boolean
  readonly memory: {
    readonly sampleAtMs: number | null
    readonly inEffect: ProgramInEffect | null
    readonly sinceMs: number | null
    /**
     * The most time that a change takes: the longer of the old cycle, which ends first, and the new one. Milliseconds.
     */
    readonly settleMs: number
    /**
     * Whether the program changed while it was watched; measurements made before it has settled belong to neither
     * program.
     */
    readonly changed: boolean
    readonly astraySinceMs: number | null
  }
}

export const NOTHING_WATCHED: StreetWatch = {
  position: { kind: 'unknown' },
  observed: perPhase(() => NOTHING_OBSERVED),
  settled: false,
  memory: { sampleAtMs: null, inEffect: null, sinceMs: null, settleMs: 0, changed: false, astraySinceMs: null },
  previous: null,
}

/**
 * Folds in a sample, either the next one or the newest one again. The same sample with the same program changes
 * nothing.
 */
export function foldStreet(
  before: StreetWatch,
  inEffect: ProgramInEffect | null,
  lamps: PerPhase<LampReadings>,
  sampleAtMs: number,
): StreetWatch {
  const again = sampleAtMs === before.memory.sampleAtMs
  const { previous, ...newest } = before
  const base = (again && previous) || newest
  return keepSame(before, { ...foldSample(base, inEffect, lamps, sampleAtMs), previous: base })
}

function foldSample(
  before: Watched,
  inEffect: ProgramInEffect | null,
  lamps: PerPhase<LampReadings>,
  sampleAtMs: number,
): Watched {
  const { memory } = before
  if (!inEffect) return { ...NOTHING_WATCHED, memory: { ...NOTHING_WATCHED.memory, sampleAtMs } }
  const isNew = memory.inEffect === null || !isSameProgram(inEffect, memory.inEffect)
  const sinceMs = isNew ? sampleAtMs : (memory.sinceMs ?? sampleAtMs)
  const changed = isNew ? memory.inEffect !== null : memory.changed
  const cycleMs = cycleSeconds(inEffect.program, inEffect.clearance) * 1000
  const settleMs = isNew ? Math.max(cycleMs, memory.settleMs) : memory.settleMs
  const settled = sampleAtMs - sinceMs >= settleMs
  const position = positionFromLamps(inEffect.program, inEffect.clearance, lamps)
  const astraySinceMs = position.kind === 'astray' ? (memory.astraySinceMs ?? sampleAtMs) : null
  return {
    position,
    observed:
      changed && !settled
        ? NOTHING_WATCHED.observed
        : perPhase((phase) => foldObserved(ofPhase(before.observed, phase), ofPhase(lamps, phase), sampleAtMs)),
    settled,
    memory: { sampleAtMs, inEffect, sinceMs, settleMs, changed, astraySinceMs },
  }
}

/** Returns whether both programs require the same of the lamps. */
function isSameProgram(a: ProgramInEffect, b: ProgramInEffect): boolean {
  const sameTimes = hasSameContent(a.program.phases, b.program.phases) && hasSameContent(a.clearance, b.clearance)
  return a.program.number === b.program.number && sameTimes
}

/**
 * Returns the phases that have not followed the program for longer than a cycle; none while a change may still be
 * settling.
 */
export function phasesAstray(watch: StreetWatch): readonly PhaseNumber[] {
  const { position, memory, settled } = watch
  if (position.kind !== 'astray' || !settled || memory.astraySinceMs === null || memory.sampleAtMs === null) return []
  return memory.sampleAtMs - memory.astraySinceMs > memory.settleMs ? position.phases : []
}

/** A green or cycle whose length is not the programmed one, seconds. */
export interface StreetDifference {
  readonly phase: PhaseNumber
  readonly what: 'green' | 'cycle'
  readonly observed: number
  readonly programmed: number
}

/** Returns how the street differs from the program; nothing until the program must have settled. */
export function streetDifferences(watch: StreetWatch, inEffect: ProgramInEffect): readonly StreetDifference[] {
  if (!watch.settled) return []
  const cycle = cycleSeconds(inEffect.program, inEffect.clearance)
  return PHASES.flatMap((phase): StreetDifference[] => {
    const timing = ofPhase(inEffect.program.phases, phase)
    if (!isServed(timing)) return []
    const { greens, cycles } = ofPhase(watch.observed, phase)
    return [...difference(phase, 'green', greens, timing.green), ...difference(phase, 'cycle', cycles, cycle)]
  })
}

function difference(
  phase: PhaseNumber,
  what: StreetDifference['what'],
  lengths: readonly number[],
  programmed: number,
): StreetDifference[] {
  const [observed] = lengths
  return observed !== undefined && streetDiffers(lengths, programmed) ? [{ phase, what, observed, programmed }] : []
}
