/** Sums of days: they add up, in any order, to those of a week, a month, a city. */
import type { IncidentSums, ProgramSums, Spread, Sums } from '@greenwave/contract/records/daySums'

export const NO_SPREAD: Spread = { count: 0, sum: 0, sizes: 0, largest: 0 }

export const NO_SUMS: Sums = {
  ...{
    expected: 0,
    missing: 0,
    believable: 0,
    notShown: 0,
    connected: 0,
    modes: [0, 0, 0, 0],
    cycles: 0,
    programs: [],
  },
  planChanges: { onTime: 0, late: 0, unknown: 0, lateSeconds: 0 },
  incidents: [],
}

/** Returns a spread with one more difference, whole seconds. */
export function withDifference({ count, sum, sizes, largest }: Spread, seconds: number): Spread {
  return {
    count: count + 1,
    sum: sum + seconds,
    sizes: sizes + Math.abs(seconds),
    largest: largestOf(largest, seconds),
  }
}

/** Returns both spreads in one. */
export function addSpreads(a: Spread, b: Spread): Spread {
  return {
    count: a.count + b.count,
    sum: a.sum + b.sum,
    sizes: a.sizes + b.sizes,
    largest: largestOf(a.largest, b.largest),
  }
}

/** Of equal sizes the positive one, so that the order does not matter. */
function largestOf(a: number, b: number): number {
  const [sizeA, sizeB] = [Math.abs(a), Math.abs(b)]
  return sizeA === sizeB ? Math.max(a, b) : sizeA > sizeB ? a : b
}

/** Returns both sums in one. */
export function addSums(a: Sums, b: Sums): Sums {
  return {
    expected: a.expected + b.expected,
    missing: a.missing + b.missing,
    believable: a.believable + b.believable,
    notShown: a.notShown + b.notShown,
    connected: a.connected + b.connected,
    modes: [a.modes[0] + b.modes[0], a.modes[1] + b.modes[1], a.modes[2] + b.modes[2], a.modes[3] + b.modes[3]],
    cycles: a.cycles + b.cycles,
    programs: merged(a.programs, b.programs, ({ program }) => program, addPrograms).sort(
      (one, other) => one.program - other.program,
    ),
    planChanges: {
      onTime: a.planChanges.onTime + b.planChanges.onTime,
      late: a.planChanges.late + b.planChanges.late,
      unknown: a.planChanges.unknown + b.planChanges.unknown,
      lateSeconds: a.planChanges.lateSeconds + b.planChanges.lateSeconds,
    },
    incidents: merged(a.incidents, b.incidents, ({ code }) => code, addIncidents).sort(byCode),
  }
}

/** Orders the sums of incidents by their codes. */
export function byCode(a: IncidentSums, b: IncidentSums): number {
  return a.code < b.code ? -1 : a.code > b.code ? 1 : 0
}

function addPrograms(a: ProgramSums, b: ProgramSums): ProgramSums {
  return {
    program: a.program,
    evaluated: a.evaluated + b.evaluated,
    asProgrammed: a.asProgrammed + b.asProgrammed,
    byLimits: a.byLimits + b.byLimits,
    partly: a.partly + b.partly,
    unseen: { greens: a.unseen.greens + b.unseen.greens, starts: a.unseen.starts + b.unseen.starts },
    cycle: addSpreads(a.cycle, b.cycle),
    greens: addPhases(a.greens, b.greens),
    starts: addPhases(a.starts, b.starts),
  }
}

function addPhases(a: ProgramSums['greens'], b: ProgramSums['greens']): ProgramSums['greens'] {
  return [addSpreads(a[0], b[0]), addSpreads(a[1], b[1]), addSpreads(a[2], b[2])]
}

function addIncidents(a: IncidentSums, b: IncidentSums): IncidentSums {
  return {
    code: a.code,
    raised: a.raised + b.raised,
    cleared: a.cleared + b.cleared,
    clearSeconds: a.clearSeconds + b.clearSeconds,
    acknowledged: a.acknowledged + b.acknowledged,
    acknowledgeSeconds: a.acknowledgeSeconds + b.acknowledgeSeconds,
  }
}

function merged<T>(a: readonly T[], b: readonly T[], nameOf: (one: T) => unknown, add: (a: T, b: T) => T): T[] {
  const all = new Map(a.map((one) => [nameOf(one), one]))
  for (const one of b) {
    const before = all.get(nameOf(one))
    all.set(nameOf(one), before === undefined ? one : add(before, one))
  }
  return [...all.values()]
}
