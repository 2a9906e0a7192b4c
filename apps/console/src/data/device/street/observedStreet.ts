/**
 * Result of the observer for the junction on screen, by the rules that also raise its incidents. Only the rules of the
 * lamps are applied: the platform's state of the connection is shown separately.
 */
import { LEARNED_KEY } from '@greenwave/contract/records/displays'
import { SITE_KEY } from '@greenwave/contract/records/junctionSite'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { Deviation } from '@greenwave/observer/incident'
import { type Junction, newJunction } from '@greenwave/observer/junction'
import { notedAlone } from '@greenwave/observer/notedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { allRedRule } from '@greenwave/observer/rules/allRed'
import { conflictRule } from '@greenwave/observer/rules/conflict'
import { darkRule } from '@greenwave/observer/rules/dark'
import { frozenRule } from '@greenwave/observer/rules/frozen'
import { lampsRule } from '@greenwave/observer/rules/lamps'
import { deviationsOf, offPlanRule } from '@greenwave/observer/rules/offPlan'
import { parseMessage } from '@greenwave/observer/sample'
import { parseLearnedStyles, parseSetStyles } from '@greenwave/observer/replay/recordedStyles'
import { newestLampTime } from './lampTime.ts'

const OBSERVER = createObserver([conflictRule, lampsRule, darkRule, allRedRule, frozenRule, offPlanRule], notedAlone)

/** The junction before anything was observed of it, from when its page is opened. Each second counts as counted (R13). */
export const NOTHING_OBSERVED: Junction = observeDisplays(newJunction(0), undefined)

/** Folds in the latest telemetry. */
export function observeTelemetry(before: Junction, latest: TimedValues): Junction {
  const ts = newestLampTime(latest)
  const message =
    ts === null ? null : parseMessage(ts, (key) => (latest[key]?.ts === ts ? latest[key].value : undefined))
  return message ? OBSERVER.message(before, message).junction : before
}

/** Folds in the displays and the control that an engineer set or the watcher learned. */
export function observeDisplays(before: Junction, server: TimedValues | undefined): Junction {
  const set = parseSetStyles(server?.[SITE_KEY]?.value)
  const learned = parseLearnedStyles(server?.[LEARNED_KEY]?.value)
  return OBSERVER.styles(before, { set, learned })
}

/** Whether two server scopes hold the same about displays and control. */
export function haveSameDisplays(a: TimedValues | undefined, b: TimedValues | undefined): boolean {
  return [SITE_KEY, LEARNED_KEY].every((key) => a?.[key]?.value === b?.[key]?.value)
}

/** Folds in the attributes, once both scopes are known. */
export function observeAttributes(
  before: Junction,
  shared: TimedValues | undefined,
  client: TimedValues | undefined,
  nowMs: number,
): Junction {
  return shared && client ? OBSERVER.attributes(before, { shared, client }, nowMs).junction : before
}

/** How the signals follow the program in effect. */
export interface Following {
  /** How the last cycle differs from the program, once that is an incident; otherwise empty. */
  readonly deviations: readonly Deviation[]
  /** Greens and cycle time observed in the last complete cycle, seconds; null before the first one. */
  readonly observed: { readonly greens: readonly number[]; readonly cycle: number } | null
}

export const NOTHING_FOLLOWED: Following = { deviations: [], observed: null }

/** Returns how the signals follow the program in effect. */
export function followingOf({ trackers, force, styles, wholeCycle: cycle }: Junction): Following {
  const incident = trackers['off-plan']?.incident
  const now = incident && cycle && force ? deviationsOf(cycle, force, undefined, styles) : []
  const isOfProgram = cycle !== null && !cycle.inChange && cycle.program === force?.effect?.program
  return {
    deviations: incident && now.length === 0 ? [incident.facts] : now,
    observed: isOfProgram ? { greens: cycle.phases.map(({ green }) => green), cycle: cycle.seconds } : null,
  }
}
