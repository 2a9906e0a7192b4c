/** @file What the network does to the seconds of a controller on their way to the platform. */
import { type Counts, MISSING } from '../counts.ts'
import type { Message } from '../sample.ts'

/** A second as its controller sends it. */
export interface SentSecond {
  /** When it is sent, epoch milliseconds. */
  readonly sentMs: number
  readonly counts: Counts
  /** As UTC epoch milliseconds; null for a controller that sends no clock. */
  readonly clockMs: number | null
}

/** What a line does. Each share is 0..1. */
export interface Line {
  /** Most of the delay, milliseconds, in order. */
  readonly latenessMs: number
  /** Share of the seconds that are delayed; the others arrive at once. */
  readonly lateShare: number
  /** Share of the seconds of which one value is missing. */
  readonly missingShare: number
  /** Share of the seconds at which the line stops for up to two seconds, and then sends everything at once. */
  readonly burstShare: number
  /** Share of the seconds that arrive alone up to 2 s late, after those that were sent later; 0 if left out. */
  readonly overtakenShare?: number
}

/** A line that delays a third of all seconds by up to 0.99 s. */
export const LATE_LINE: Line = { latenessMs: 990, lateShare: 1 / 3, missingShare: 0, burstShare: 0 }

/**
 * Lists the messages in the order of arrival, each with its second: a line is one connection, but a
 * platform may date a single message late. `random` returns 0..1.
 */
export function arrivals(
  sent: readonly SentSecond[],
  line: Line,
  random: () => number,
): readonly (Message & { readonly nth: number })[] {
  let lastMs = 0
  let stopsUntilMs = 0
  const messages = sent.map(({ sentMs, counts, clockMs }, nth) => {
    if (random() < line.burstShare) stopsUntilMs = sentMs + 1000 + random() * 990
    const isOvertaken = random() < (line.overtakenShare ?? 0)
    const delayMs = random() < line.lateShare ? random() * line.latenessMs : random() * 20
    const inOrderMs = Math.round(Math.max(sentMs + delayMs, stopsUntilMs, lastMs + 1))
    const ts = isOvertaken ? Math.round(sentMs + 1000 + random() * 1000) : inOrderMs
    if (!isOvertaken) lastMs = ts
    const missing = random() < line.missingShare ? Math.floor(random() * counts.length) : -1
    return { nth, ts, counts: counts.map((count, i) => (i === missing ? MISSING : count)), clockMs, receivedMs: ts }
  })
  return line.overtakenShare ? messages.sort((a, b) => a.ts - b.ts || a.nth - b.nth) : messages
}

/** Returns a function that returns evenly spread numbers from 0 to 1, the same ones for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
