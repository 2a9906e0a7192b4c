/** Counts a day of a junction: from its records to sums. Whoever has the same records counts the same. */
import type { DaySums, ProgramSums } from '@greenwave/contract/records/daySums'
import { perPhase } from '@greenwave/controller/controllerLimits'
import type { Cycle } from '../cycle.ts'
import { recordedCycles } from '../recordedCycles.ts'
import { settingsAt } from '../recordedSettings.ts'
import { type CycleDeviations, cycleDeviations, isAsProgrammed } from './cycleDeviations.ts'
import type { DayRecords } from './dayRecords.ts'
import { nextMidnight } from './days.ts'
import { incidentSums } from './incidentSums.ts'
import { planChanges } from './planChanges.ts'
import { secondSums } from './secondSums.ts'
import { NO_SPREAD, withDifference } from './sums.ts'

/** A cycle of a day, and its deviation from the settings; null where it cannot be evaluated. */
export interface CountedCycle {
  readonly cycle: Cycle
  /** Whether the cycle continued when the last record was written, so that it cannot be evaluated yet. */
  readonly isRunning: boolean
  readonly deviations: CycleDeviations | null
}

/** Sums of the records of a day. */
export function countDay(records: DayRecords): DaySums {
  const { dayMs, fromMs, untilMs } = records
  const all = recordedCycles(records.windows)
  const counted = countedOf(all, records)
  return {
    ...{ dayMs, fromMs, untilMs },
    ...secondSums(records),
    cycles: counted.length,
    programs: programsOf(counted),
    planChanges: planChanges(records, all),
    incidents: incidentSums(records.incidents, { fromMs: dayMs, untilMs: nextMidnight(dayMs) }),
  }
}

/** Returns the cycles that began in what is counted of a day, the oldest first. */
export function countedCycles(records: DayRecords): readonly CountedCycle[] {
  return countedOf(recordedCycles(records.windows), records)
}

function countedOf(cycles: readonly Cycle[], { dayMs, untilMs, settings }: DayRecords): readonly CountedCycle[] {
  return cycles.flatMap((cycle, nth) => {
    const { firstPhase, startMs } = cycle
    if (firstPhase === null || startMs < dayMs || startMs >= untilMs) return []
    const inForce = settingsAt(settings, startMs)
    // After a gap a cycle may seem to begin with a green in its middle.
    const isSeen = cycles[nth + 1]?.firstPhase === firstPhase
    const isRunning = nth === cycles.length - 1 && !cycle.whole && cycle.missing === 0
    return [{ cycle, isRunning, deviations: isSeen && inForce ? cycleDeviations(cycle, inForce) : null }]
  })
}

function programsOf(counted: readonly CountedCycle[]): readonly ProgramSums[] {
  const programs = new Map<number, ProgramSums>()
  for (const { cycle, deviations } of counted) {
    if (!deviations || cycle.program === null) continue
    programs.set(cycle.program, withCycle(programs.get(cycle.program) ?? noCycles(cycle.program), deviations))
  }
  return [...programs.values()].sort((a, b) => a.program - b.program)
}

function noCycles(program: number): ProgramSums {
  const none = perPhase(() => NO_SPREAD)
  return { program, evaluated: 0, asProgrammed: 0, cycle: NO_SPREAD, greens: none, starts: none }
}

function withCycle(sums: ProgramSums, deviations: CycleDeviations): ProgramSums {
  return {
    program: sums.program,
    evaluated: sums.evaluated + 1,
    asProgrammed: sums.asProgrammed + (isAsProgrammed(deviations) ? 1 : 0),
    cycle: withDifference(sums.cycle, deviations.cycle),
    greens: withPhases(sums.greens, deviations.greens),
    starts: withPhases(sums.starts, deviations.starts),
  }
}

function withPhases(sums: ProgramSums['greens'], seconds: CycleDeviations['greens']): ProgramSums['greens'] {
  return perPhase((phase) => {
    const [before, difference] = [sums[phase - 1] ?? NO_SPREAD, seconds[phase - 1] ?? null]
    return difference === null ? before : withDifference(before, difference)
  }) as ProgramSums['greens']
}
