import { useState } from 'react'
import { saysTheSame } from '../../../data/sharing.ts'

/** The value of an earlier render while it says the same, so that what depends on it does not render again. */
export function useStable<T>(value: T, same: (a: T, b: T) => boolean): T {
  const [kept, setKept] = useState(value)
  if (kept === value || same(kept, value)) return kept
  setKept(value)
  return value
}

/** Whether two plain values say the same; for small ones. */
export function sameJson(a: unknown, b: unknown): boolean {
  return saysTheSame(a, b)
}
