/** Equality by content, for plain values as JSON has them. */
import { replaceEqualDeep } from '@tanstack/react-query'

/** Returns `before` while `now` says the same; else `now`, with every part of `before` that still says the same in its place. */
function keepSame<T>(before: unknown, now: T): T {
  return replaceEqualDeep(before, now)
}

/** Returns whether two plain values say the same. */
export function saysTheSame(a: unknown, b: unknown): boolean {
  return keepSame(a, b) === a
}
