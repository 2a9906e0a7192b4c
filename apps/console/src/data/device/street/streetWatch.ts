/**
 * Compares the street with the program that is in effect: where the lamps stand in its cycle, and whether greens and cycles
 * last as long as programmed. A change of program or times takes a cycle to settle, and nothing is called a fault before.
 */
import { cycleSeconds, isServed } from '@greenwave/controller/cycle'
import { ofPhase, type PerPhase, PHASES, type PhaseNumber, perPhase } from '@greenwave/controller/limits'
import type { Clearance, Program } from '@greenwave/controller/settings'
import type { LampReadings } from '@greenwave/controller/telemetry'
import { keepSame, saysTheSame } from '../../sharing.ts'
import { type CyclePosition, positionFromLamps } from './cyclePosition.ts'
import { foldObserved, NOTHING_OBSERVED, type ObservedTiming, streetDiffers } from './observedTiming.ts'

/** The program that is in effect, with its times. */
export interface ProgramInEffect {
  readonly program: Program
  readonly clearance: Clearance
}

export interface StreetWatch extends Watched {
  /** As it was before the newest sample: keys of one sample may come in frames of their own, and it is then folded in anew. */
  readonly previous: Watched | null
}

interface Watched {
  readonly position: CyclePosition
  readonly observed: PerPhase<ObservedTiming>
  /** A cycle has passed since watching began or the program changed. */
  readonly settled: boolean
  readonly memory: {
    readonly sampleAtMs: number | null
    readonly inEffect: ProgramInEffect | null
    readonly sinceMs: number | null
    /** How long a change takes at most: the longer of the old cycle, which ends first, and the new one. */
    readonly settleMs: number
    /** The program changed under our eyes: what is measured before it has settled is of neither. */
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

/** Folds a sample in, the next one or the newest once more; the same sample with the same program changes nothing. */
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

/** Whether the lamps have to do the same by both. */
function isSameProgram(a: ProgramInEffect, b: ProgramInEffect): boolean {
  const sameTimes = saysTheSame(a.program.phases, b.program.phases) && saysTheSame(a.clearance, b.clearance)
  return a.program.number === b.program.number && sameTimes
}

/** Phases that have not followed the program for longer than a cycle; none while a change may still be settling. */
export function phasesAstray(watch: StreetWatch): readonly PhaseNumber[] {
  const { position, memory, settled } = watch
  if (position.kind !== 'astray' || !settled || memory.astraySinceMs === null || memory.sampleAtMs === null) return []
  return memory.sampleAtMs - memory.astraySinceMs > memory.settleMs ? position.phases : []
}

/** A green or a cycle that lasts otherwise than programmed, seconds. */
export interface StreetDifference {
  readonly phase: PhaseNumber
  readonly what: 'green' | 'cycle'
  readonly observed: number
  readonly programmed: number
}

/** How the street differs from the program, once it must have settled. */
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
