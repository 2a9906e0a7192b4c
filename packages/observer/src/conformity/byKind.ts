/**
 * @file Compares days of one kind with each other. A month with more holidays than the one before has other traffic and
 * other programs; that alone is no change of its junctions.
 */
import type { DaySums, Sums } from '@greenwave/contract/records/daySums'
import { addSums, NO_SUMS } from './sums.ts'

/** Sums of days by the name of their kind; an empty name where none is known. */
export type KindSums = ReadonlyMap<string, Sums>

/** Two spans that can be compared. */
export interface AlikeSums {
  readonly now: Sums
  /** With each kind of day weighted as in the later span. */
  readonly before: Sums
  /** Whether kinds of day are known in both. */
  readonly isByKind: boolean
  /** Names of kinds that only one of both has, and that are left out. */
  readonly left: readonly string[]
}

/** Sums of a span by kind, and those that belong to no junction and so to no kind: incidents of corridors. */
interface ComparedSpan {
  readonly kinds: KindSums
  readonly others: Sums
}

/** Numbers that are no counts. */
const KEPT: ReadonlySet<string> = new Set(['program', 'largest'])

/** Returns the sums of days by their kind. */
export function kindSums(days: readonly DaySums[]): KindSums {
  return days.reduce<KindSums>((all, day) => addKinds(all, new Map([[day.kind ?? '', day]])), new Map())
}

/** Returns both in one. */
export function addKinds(a: KindSums, b: KindSums): KindSums {
  const all = new Map(a)
  for (const [name, sums] of b) all.set(name, addSums(all.get(name) ?? NO_SUMS, sums))
  return all
}

/** Returns the parts of two spans that can be compared; everything where one of them knows no kind of day. */
export function alikeSums(now: ComparedSpan, before: ComparedSpan): AlikeSums {
  const isByKind = [now, before].every(({ kinds }) => [...kinds.keys()].some((name) => name !== ''))
  const all = [...new Set([...now.kinds.keys(), ...before.kinds.keys()])]
  const isInBoth = (name: string): boolean => name !== '' && now.kinds.has(name) && before.kinds.has(name)
  const names = isByKind ? all.filter(isInBoth) : all
  let [later, earlier] = [NO_SUMS, NO_SUMS]
  for (const name of names) {
    const [own, other] = [now.kinds.get(name) ?? NO_SUMS, before.kinds.get(name) ?? NO_SUMS]
    later = addSums(later, own)
    earlier = addSums(earlier, isByKind ? weighted(other, ratio(own, other)) : other)
  }
  const ofOthers = isByKind ? weighted(before.others, ratio(later, allOf(before.kinds))) : before.others
  return {
    ...{ now: addSums(later, now.others), before: addSums(earlier, ofOthers), isByKind },
    left: all.filter((name) => !names.includes(name)),
  }
}

/** Returns the sums of all kinds. */
function allOf(kinds: KindSums): Sums {
  return [...kinds.values()].reduce<Sums>(addSums, NO_SUMS)
}

function ratio({ expected }: Sums, { expected: of }: Sums): number {
  return of === 0 ? 0 : expected / of
}

/** Returns sums as of so many times the time. */
function weighted<T>(sums: T, times: number): T {
  const of = (value: unknown, key: string): unknown => {
    if (typeof value === 'number') return KEPT.has(key) ? value : value * times
    if (Array.isArray(value)) return value.map((one) => of(one, ''))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one, name)]))
  }
  return of(sums, '') as T
}
