/** Equality by content, for plain values as JSON has them. */
import { replaceEqualDeep } from '@tanstack/react-query'

/** Returns `before` while `now` says the same; else `now`, with every part of `before` that still says the same in its place. */
export function keepSame<T>(before: unknown, now: T): T {
  return replaceEqualDeep(before, now)
}

/** Returns `now`, with each member of `before` that says the same in its place. */
export function keepSameMembers<T extends object>(before: T, now: T): T {
  const kept = { ...now }
  for (const name in now) kept[name] = keepSame(before[name], now[name])
  return kept
}

/** Returns whether two plain values say the same. */
export function saysTheSame(a: unknown, b: unknown): boolean {
  return keepSame(a, b) === a
}
