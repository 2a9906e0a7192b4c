/** Equality by content, for plain JSON values. */
import { replaceEqualDeep } from '@tanstack/react-query'

/**
 * Returns `before` when `now` has equal content; otherwise `now`, with every part of `before` that has equal content in
 * its place.
 */
export function keepSame<T>(before: unknown, now: T): T {
  return replaceEqualDeep(before, now)
}

/** Returns `now`, with each member of `before` that has equal content in its place. */
export function keepSameMembers<T extends object>(before: T, now: T): T {
  const kept = { ...now }
  for (const name in now) kept[name] = keepSame(before[name], now[name])
  return kept
}

/** Returns whether two plain values have equal content. */
export function hasSameContent(a: unknown, b: unknown): boolean {
  return keepSame(a, b) === a
}
