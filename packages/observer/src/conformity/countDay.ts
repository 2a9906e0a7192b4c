/** Counts a day of a junction: from its records to sums. Whoever has the same records counts the same. */
import type { DaySums, ProgramSums } from '@greenwave/contract/records/daySums'
import { type PhaseNumber, PHASES, perPhase } from '@greenwave/controller/controllerLimits'
import type { Cycle } from '../cycle.ts'
import { lampsOf, shownBy } from '../lit.ts'
import { type RecordedCycle, recordedCycles } from '../recordedCycles.ts'
import type { Run } from '../runs.ts'
import { settingsAt } from '../recordedSettings.ts'
import { type CycleDeviations, cycleDeviations, isAsProgrammed, isSeenWhole } from './cycleDeviations.ts'
import type { DayRecords } from './dayRecords.ts'
import { nextMidnight } from './days.ts'
import { incidentSums } from './incidentSums.ts'
import { planChanges } from './planChanges.ts'
import { secondSums } from './secondSums.ts'
import { NO_SPREAD, withDifference } from './sums.ts'

/** A cycle of a day, and its deviation from the settings; null where it cannot be evaluated. */
export interface CountedCycle {
  readonly cycle: RecordedCycle
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
    ...{ dayMs, fromMs, untilMs, ...kindOf(records) },
    ...secondSums(records),
    cycles: counted.length + hiddenCycles(all, records),
    programs: programsOf(counted),
    planChanges: planChanges(records, all),
    incidents: incidentSums(records.incidents, { fromMs: dayMs, untilMs: nextMidnight(dayMs) }),
  }
}

/** Returns the name of the kind that ran for most of what is counted of a day. */
function kindOf({ dayMs, untilMs, kinds = [] }: DayRecords): Pick<DaySums, 'kind'> {
  const lengths = new Map<string, number>()
  for (const [nth, { name, fromMs }] of kinds.entries()) {
    const endMs = Math.min(untilMs, kinds[nth + 1]?.fromMs ?? untilMs)
    const ms = Math.max(0, endMs - Math.max(dayMs, fromMs))
    if (ms > 0) lengths.set(name, (lengths.get(name) ?? 0) + ms)
  }
  const [longest] = [...lengths].sort(([, a], [, b]) => b - a)
  return longest?.[0] ? { kind: longest[0] } : {}
}

/** Returns the cycles that began in what is counted of a day, the oldest first. */
export function countedCycles(records: DayRecords): readonly CountedCycle[] {
  return countedOf(recordedCycles(records.windows), records)
}

/** Returns how many cycles ran of which no beginning was shown: one for each green that begins unseen. */
function hiddenCycles(cycles: readonly RecordedCycle[], { dayMs, untilMs }: DayRecords): number {
  return cycles.reduce((sum, { firstPhase, startMs, runs }) => {
    if (firstPhase !== null || startMs < dayMs || startMs >= untilMs) return sum
    return sum + Math.max(...PHASES.map((phase) => unseenBegins(runs, phase)))
  }, 0)
}

function unseenBegins(runs: Cycle['runs'], phase: PhaseNumber): number {
  const showsGreen = ({ lit }: Run) => lit !== null && shownBy(lit, phase) === 'green'
  return runs.filter((run, nth) => showsGreen(run) && ((runs[nth - 1]?.notShown ?? 0) & lampsOf(phase)) !== 0).length
}

function countedOf(
  cycles: readonly RecordedCycle[],
  { dayMs, untilMs, settings }: DayRecords,
): readonly CountedCycle[] {
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
  const nothing = { evaluated: 0, asProgrammed: 0, byLimits: 0, partly: 0, unseen: { greens: 0, starts: 0 } }
  return { program, ...nothing, cycle: NO_SPREAD, greens: none, starts: none }
}

function withCycle(sums: ProgramSums, deviations: CycleDeviations): ProgramSums {
  const { byLimits, unseen } = deviations
  const isWhole = isSeenWhole(deviations)
  const counted: ProgramSums = {
    ...sums,
    // What was not shown is neither right nor wrong.
    evaluated: sums.evaluated + Number(isWhole),
    asProgrammed: sums.asProgrammed + Number(isWhole && isAsProgrammed(deviations)),
    byLimits: sums.byLimits + Number(isWhole && byLimits),
    partly: sums.partly + Number(!isWhole),
    unseen: { greens: sums.unseen.greens + unseen.greens, starts: sums.unseen.starts + unseen.starts },
  }
  if (byLimits) return counted
  return {
    ...counted,
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
