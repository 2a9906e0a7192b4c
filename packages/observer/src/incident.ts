/** Incidents: what is wrong with a junction, since when, and how bad it is. */

import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
import type { Sample } from './sample.ts'

/** The platform's severities that incidents have. */
export type Severity = 'CRITICAL' | 'MAJOR' | 'MINOR' | 'WARNING'

/** Facts of each incident's sentence. Times are epoch milliseconds, lengths whole seconds. */
export interface IncidentFacts {
  readonly conflict: { readonly phases: readonly PhaseNumber[] }
  readonly lamps: { readonly phases: readonly PhaseNumber[]; readonly lamps: readonly LampColour[] }
  readonly 'short-yellow': ShorterThanSet & { readonly phases: readonly [PhaseNumber] }
  /** The first phase ended its yellow, the second got its green too soon. */
  readonly 'short-clearance': ShorterThanSet & { readonly phases: readonly [PhaseNumber, PhaseNumber] }
  readonly dark: { readonly phases: readonly PhaseNumber[] }
  readonly 'all-red': { readonly seconds: number }
  readonly frozen: Readonly<Record<never, never>>
  readonly silent: { readonly seconds: number }
  readonly offline: { readonly sinceMs: number }
  readonly 'countdown-jump': { readonly phases: readonly [PhaseNumber]; readonly from: number; readonly to: number }
  readonly 'off-plan': Deviation
  readonly 'not-taken': { readonly settings: number }
  /** Names of kinds of day; `runs` is empty where it is none. */
  readonly calendar: { readonly runs: string; readonly day: string }
  /** Negative: behind. */
  readonly clock: { readonly aheadSeconds: number }
  /** Mode 0 flashes, 1 and 2 are the routes. */
  readonly hold: { readonly mode: number; readonly sinceMs: number }
}

interface ShorterThanSet {
  readonly seconds: number
  readonly setSeconds: number
}

/** How a cycle differs from the settings. */
export type Deviation =
  | { readonly what: 'cycle'; readonly program: number; readonly seconds: number; readonly setSeconds: number }
  | {
      readonly what: 'green'
      readonly program: number
      readonly phases: readonly [PhaseNumber]
      readonly seconds: number
      readonly setSeconds: number
    }
  /** Seconds by which a phase's green begins later than R3 and R8 say; negative: earlier. */
  | {
      readonly what: 'position'
      readonly program: number
      readonly phases: readonly [PhaseNumber]
      readonly seconds: number
    }
  /** An actuated green that is shorter or longer than its limits. */
  | {
      readonly what: 'limits'
      readonly phases: readonly [PhaseNumber]
      readonly seconds: number
      readonly smallest: number
      readonly largest: number
    }
  /** Cycles run although the settings have flashing or a hold. */
  | { readonly what: 'mode'; readonly seconds: number }
  /** The plan that it reports is not the one that its schedule has now (R9); null: none. */
  | { readonly what: 'plan'; readonly plan: number | null; readonly scheduled: number }

/** The stable code of an incident. */
export type IncidentCode = keyof IncidentFacts

/** Codes whose severity is always `CRITICAL`; no other code ever has it. */
export const DANGERS: readonly IncidentCode[] = ['conflict', 'lamps', 'short-yellow', 'short-clearance']

/** An incident of one junction. There is at most one of a code. */
export interface IncidentOf<Code extends IncidentCode = IncidentCode> {
  readonly code: Code
  readonly severity: Severity
  /** When the condition began, not when it was noticed. */
  readonly sinceMs: number
  /** Last time at which the condition was seen to hold. Without samples the lamps are not evaluated, and this time stays. */
  readonly seenMs: number
  readonly facts: IncidentFacts[Code]
  /** The facts when it was raised; left out where they are those of now, or are not known. */
  readonly raised?: IncidentFacts[Code] | undefined
  /** The newest samples that raised it, oldest first, at most four; empty where it is not about lamps. */
  readonly evidence: readonly Sample[]
}

/** An incident, identified by its code. */
export type Incident = { readonly [Code in IncidentCode]: IncidentOf<Code> }[IncidentCode]

/** Event of an incident. `changed`: severity or phases; it is still the same incident. */
export interface Change {
  readonly kind: 'raised' | 'changed' | 'cleared'
  readonly incident: Incident
  /** When this was noticed, epoch milliseconds. */
  readonly atMs: number
}

/** (gw_level) Of an open incident. 2 is a hold with an end, 1 muted, 0 healthy or unknown. */
export type IncidentLevel = 3 | 4 | 5

/** Returns the level of a severity: 5 danger, 4 fault, 3 deviation, also for any severity that is neither `CRITICAL` nor `MAJOR`. */
export function levelOf(severity: string): IncidentLevel {
  return severity === 'CRITICAL' ? 5 : severity === 'MAJOR' ? 4 : 3
}

/** Orders incidents: the worst first, of the same level the oldest. */
export function worstFirst(a: Incident, b: Incident): number {
  return levelOf(b.severity) - levelOf(a.severity) || a.sinceMs - b.sinceMs
}

/** Returns the phases that an incident names. */
export function phasesOf(facts: Incident['facts']): readonly PhaseNumber[] {
  return 'phases' in facts ? facts.phases : []
}
