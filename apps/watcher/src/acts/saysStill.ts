/** When the sentence of an alarm is no longer true enough. */
import type { IncidentCode, IncidentFacts } from '@greenwave/observer/incident'

type Facts = IncidentFacts[IncidentCode]

/** A clock may go this far from what its alarm says, seconds or share of what it says, before the alarm is renewed. */
const CLOCK_SECONDS = 5
const CLOCK_SHARE = 0.2

/** Facts that are written again whenever they differ. */
const EXACT = ['settings', 'what', 'program', 'plan', 'scheduled'] as const

/**
 * Returns whether what was said of an incident is still true enough to be read, by the facts of then and of now. A clock
 * that drifts must not write each second; lengths that grow with the time since it began are no reason at all.
 */
export function saysStill(said: Facts, now: Facts): boolean {
  if ('aheadSeconds' in said && 'aheadSeconds' in now) {
    const gone = Math.abs(said.aheadSeconds - now.aheadSeconds)
    return gone < Math.max(CLOCK_SECONDS, CLOCK_SHARE * Math.abs(said.aheadSeconds))
  }
  return EXACT.every((name) => Reflect.get(said, name) === Reflect.get(now, name))
}
