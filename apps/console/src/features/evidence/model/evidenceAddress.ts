import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

const DAY_MS = 86_400_000

/** Longest span that is shown and printed second by second, milliseconds. */
export const MOST_SHOWN_MS = 3_600_000
/** The span without one in the address: the last quarter of an hour. */
const USUAL_MS = 900_000

const Moment = otherwise(z.optional(z.int().check(z.minimum(DAY_MS), z.maximum(4e12))), undefined)

/** The query parameters of evidence, epoch milliseconds. An invalid one counts as none. */
export const EvidenceAddress = z.object({ from: Moment, until: Moment })
export type EvidenceAddress = z.infer<typeof EvidenceAddress>

/** Returns the span of an address, whole seconds: the last quarter of an hour if it names none. */
export function spanOf({ from, until }: EvidenceAddress, nowMs: number) {
  const untilMs = Math.floor((until ?? (from === undefined ? nowMs : from + USUAL_MS)) / 1000) * 1000
  const fromMs = Math.floor((from ?? untilMs - USUAL_MS) / 1000) * 1000
  return fromMs < untilMs ? { fromMs, untilMs } : { fromMs: untilMs - USUAL_MS, untilMs }
}
