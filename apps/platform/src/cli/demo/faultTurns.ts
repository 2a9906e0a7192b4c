/**
 * @file The faults that come and go by themselves in the demonstration, so that everybody soon sees an incident that is
 * raised and cleared.
 */
import { createHash } from 'node:crypto'
import type { CausableFault } from '@greenwave/contract/wire/demonstration'

/** A fault that comes and goes by itself. Times are milliseconds since the demonstration began. */
export interface FaultTurn {
  /** Which of the controllers that take turns, counted from 0. */
  readonly controller: number
  readonly fault: CausableFault
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * When the first fault comes, how long each lasts, and how long after one begins the next one does, milliseconds. The
 * first is found, over and cleared within five minutes of the start, whichever it is.
 */
const FIRST_MS = 45_000
const LASTS_MS = 75_000
const APART_MS = 180_000

/**
 * Faults that are found within half a minute and cleared as soon, each by one incident: a stuck red may cut a green
 * short, and a short yellow takes minutes until it counts as over.
 */
const FAULTS: readonly CausableFault[] = [
  ...(['two-greens', 'dark-phase', 'silent', 'offline', 'frozen', 'dark-junction'] as const),
]

/** Returns the turn of a moment; undefined between two of them. Equal seeds have equal turns. */
export function turnAt(elapsedMs: number, seed: number, controllers: number): FaultTurn | undefined {
  const nth = Math.floor((elapsedMs - FIRST_MS) / APART_MS)
  const fromMs = FIRST_MS + nth * APART_MS
  if (nth < 0 || elapsedMs >= fromMs + LASTS_MS) return undefined
  // Each fault has its turn before any has another, and each controller too.
  const ofLap = (size: number, salt: number): number =>
    shuffled(size, seed * 31 + salt + Math.floor(nth / size))[nth % size] ?? 0
  const fault = FAULTS[ofLap(FAULTS.length, 1)]
  return fault && { controller: ofLap(controllers, 1009), fault, fromMs, untilMs: fromMs + LASTS_MS }
}

/** Returns the numbers from 0 up to a size in an order that follows from a seed. */
function shuffled(size: number, seed: number): readonly number[] {
  return Array.from({ length: size }, (_, index) => ({ index, rank: rankOf(`${seed} ${index}`) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ index }) => index)
}

/** Returns a number that says nothing of its text, and is the same for the same one. */
function rankOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}
