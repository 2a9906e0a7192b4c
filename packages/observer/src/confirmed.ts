/**
 * What a live indicator may claim of single phases: what two samples in a row show, or, of countdowns that stand still,
 * four. The incidents wait as long or longer.
 */
import { PHASES, type PhaseNumber } from '@greenwave/controller/controllerLimits'
import { see } from './reading.ts'
import type { Sample } from './sample.ts'
import type { Street } from './street.ts'

/** The phases of which each fault is confirmed. */
export interface Confirmed {
  /** They have the road at the same time. */
  readonly together: readonly PhaseNumber[]
  /** Two of their lamps are lit. */
  readonly contradicting: readonly PhaseNumber[]
  readonly dark: readonly PhaseNumber[]
  /** Their count stands still. A count of 1 may (R13). */
  readonly frozen: readonly PhaseNumber[]
}

/** Samples with the same count, by which it stands still. */
const STILL_SAMPLES = 4

/** Confirmed state of the lamps at the newest sample. */
export function confirmed({ recent, seen }: Pick<Street, 'recent' | 'seen'>): Confirmed {
  const previous = recent.at(-2)
  const before = previous && see(previous.counts)
  const inBoth = (now: readonly PhaseNumber[], then: readonly PhaseNumber[] = []) =>
    now.length === 0 ? now : now.filter((phase) => then.includes(phase))
  return {
    together: before && before.together.length > 0 ? seen.together : [],
    contradicting: inBoth(seen.contradicting, before?.contradicting),
    dark: inBoth(seen.dark, before?.dark),
    frozen: recent.length < STILL_SAMPLES ? [] : PHASES.filter((phase) => standsStill(recent, phase)),
  }
}

function standsStill(recent: readonly Sample[], phase: PhaseNumber): boolean {
  const of = ({ counts }: Sample) => counts.slice((phase - 1) * 3, phase * 3)
  const [first, ...others] = recent.map(of)
  return !!first?.some((count) => count > 1) && others.every((counts) => counts.join() === first.join())
}
