/** Why a junction of a corridor may break the wave: what is known of it anyway, one reason each. */
import type { WaveCause } from '@greenwave/contract/records/waves'
import { ofPhase, type PhaseNumber, type PlanNumber } from '@greenwave/controller/controllerLimits'
import type { Display } from '@greenwave/controller/display'
import type { IncidentCode } from '@greenwave/observer/incident'
import type { Junction } from '@greenwave/observer/junction'
import { showsOnlyEnds } from '@greenwave/observer/phaseReading'

/** Evaluated state of a junction, as far as a wave depends on it. */
export type JudgedJunction = Pick<Junction, 'known' | 'standing' | 'trackers' | 'force' | 'settling' | 'styles'>

/** Cause without its junction. */
export type Reason = Omit<WaveCause, 'device' | 'junction'>

/** Returns whether the display of a phase shows a green only in its last seconds, so that its beginning is unknown. */
export function hidesGreen(display: Display, phase: PhaseNumber): boolean {
  return showsOnlyEnds(ofPhase(display, phase).green)
}

/** Incidents in which the lamps do what no program does. */
const LAMP_FAULTS: readonly IncidentCode[] = ['conflict', 'lamps', 'dark', 'all-red', 'frozen']

/**
 * Returns why a junction may break the wave; null if nothing is known against it. Of several reasons that which explains
 * most: whoever is not connected shows nothing, and whoever is held runs no plan.
 *
 * @param scheduled the plan that its settings have now by the platform's clock
 * @param lacksKind whether it lacks the settings of its kind of day
 */
export function reasonOf(
  { trackers, standing, force, settling }: JudgedJunction,
  scheduled: PlanNumber,
  nowMs: number,
  lacksKind = false,
): Reason | null {
  if (trackers.offline?.incident || trackers.silent?.incident) return { code: 'offline' }
  if (standing.mode >= 0 && standing.mode <= 2) return { code: 'hold', mode: standing.mode }
  if (LAMP_FAULTS.some((code) => trackers[code]?.incident)) return { code: 'lamps' }
  const clock = trackers.clock?.incident
  if (clock) return { code: 'clock', aheadSeconds: clock.facts.aheadSeconds }
  if (lacksKind) return { code: 'kind' }
  const effect = force?.effect
  // Shortly after a change of plan it may still run the one before (R11).
  const isOther = effect?.kind === 'program' && effect.plan !== scheduled && nowMs >= settling.untilMs
  if (isOther) return { code: 'plan', plan: effect.plan, scheduled }
  const untaken = trackers['not-taken']?.incident
  return untaken ? { code: 'not-taken', settings: untaken.facts.settings } : null
}
