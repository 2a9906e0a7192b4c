/** The standing of a junction: its one level and state, for lists and marks. */
import { type Incident, type IncidentCode, levelOf, worstFirst } from './incident.ts'
import type { Notes } from './rule.ts'
import type { ObservedMode } from './street.ts'

/** The four facts that lists show of a junction (`gw_level`, `gw_state`, `gw_since`, `gw_mode`). */
export interface Standing {
  /** 5 danger, 4 fault, 3 deviation, 2 held or flashing, 1 muted, 0 healthy or unknown. */
  readonly level: 0 | 1 | 2 | 3 | 4 | 5
  /** The code of the worst open incident, the oldest among equals. */
  readonly state: IncidentCode | 'hold' | 'muted' | 'ok' | 'unknown'
  /** When that state began, epoch milliseconds. */
  readonly sinceMs: number
  /** The observed mode; -1 without samples. */
  readonly mode: ObservedMode | -1
}

export const UNKNOWN_STANDING: Standing = { level: 0, state: 'unknown', sinceMs: 0, mode: -1 }

/** The facts from which a standing follows. Times are epoch milliseconds. */
export interface StandingFacts {
  readonly isKnown: boolean
  readonly incidents: readonly Incident[]
  readonly notes: Notes
  /** The observed mode with its beginning; null without recent samples. */
  readonly mode: { readonly mode: ObservedMode; readonly sinceMs: number } | null
  /** Whether it flashes because a plan says so. */
  readonly flashesByPlan: boolean
}

/** Returns the standing; the same object while it stays the same. */
export function standingOf(before: Standing, facts: StandingFacts, nowMs: number): Standing {
  const next = { ...stateOf(before, facts, nowMs), mode: facts.mode?.mode ?? (-1 as const) }
  const isSame =
    next.level === before.level &&
    next.state === before.state &&
    next.sinceMs === before.sinceMs &&
    next.mode === before.mode
  return isSame ? before : next
}

function stateOf(before: Standing, facts: StandingFacts, nowMs: number): Omit<Standing, 'mode'> {
  const since = (state: Standing['state']) => (before.state === state && before.sinceMs > 0 ? before.sinceMs : nowMs)
  if (!facts.isKnown) return { level: 0, state: 'unknown', sinceMs: since('unknown') }
  const { mute } = facts.notes
  if (mute && mute.untilMs > nowMs) return { level: 1, state: 'muted', sinceMs: mute.sinceMs }
  const [worst] = [...facts.incidents].sort(worstFirst)
  if (worst) return { level: levelOf(worst.severity), state: worst.code, sinceMs: worst.sinceMs }
  const { mode } = facts
  if (mode && mode.mode !== 4 && !(mode.mode === 0 && facts.flashesByPlan)) {
    return { level: 2, state: 'hold', sinceMs: mode.sinceMs }
  }
  return { level: 0, state: 'ok', sinceMs: since('ok') }
}
