/** How the oracle opens and closes an incident. */
import type { IncidentCode } from '../incident.ts'
import type { Episode } from './history.ts'

/** What is said of a second: whether the condition holds. */
export type Say = 'yes' | 'no' | 'between' | 'unjudged'

/** Opens and closes an incident by what is said of each second. */
interface Terms {
  readonly raiseTimes: number
  readonly raiseMs: number
  readonly clearTimes: number
  readonly clearMs: number
}

/** What is said of one second. */
export interface Said {
  readonly ts: number
  readonly say: Say
  /** A change forgets what was only suspected. */
  readonly forgets?: boolean
  /** Nothing counts towards the end of what is open. */
  readonly resets?: boolean
}

/** Returns the episodes of an incident from what is said of each second. */
export function episodes(code: IncidentCode, said: readonly Said[], terms: Terms): Episode[] {
  const found: Episode[] = []
  let from = 0
  let raisedMs: number | null = null
  said.forEach(({ ts, say }, i) => {
    if (raisedMs === null) {
      if (say !== 'yes') return
      const yes = lookBack(said, from, i, 'yes', (one) => one.say === 'no' || one.say === 'between' || !!one.forgets)
      const [first] = yes
      if (first && yes.length >= terms.raiseTimes && ts - first.ts >= terms.raiseMs) raisedMs = ts
      return
    }
    if (say !== 'no') return
    const no = lookBack(said, from, i, 'no', (one) => one.say === 'yes' || one.say === 'between' || !!one.resets)
    const [first] = no
    if (!first || no.length < terms.clearTimes || ts - first.ts < terms.clearMs) return
    found.push({ code, raisedMs, clearedMs: ts })
    raisedMs = null
    from = i + 1
  })
  if (raisedMs !== null) found.push({ code, raisedMs, clearedMs: null })
  return found
}

/** Returns what said so, from the newest back to where something ended it; the oldest first. */
function lookBack(said: readonly Said[], from: number, to: number, what: Say, ends: (one: Said) => boolean): Said[] {
  const found: Said[] = []
  for (let i = to; i >= from; i -= 1) {
    const one = said[i]
    if (!one || ends(one)) break
    if (one.say === what) found.unshift(one)
  }
  return found
}
