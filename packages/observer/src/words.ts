/** The words of an incident, apart from its rule: consoles have their own. */
import type { IncidentCode, IncidentFacts } from './incident.ts'

/** Returns how a phase is called after the word "phase": '1 (Lê Lợi)'. */
export type NamePhase = (phase: number) => string

/** The plain English words of an incident. */
export interface IncidentWords<Code extends IncidentCode> {
  /** The type of its alarms. */
  readonly type: string
  /** When it holds, in one line. */
  readonly condition: string
  /** Returns its sentence. `named` says how a phase is called after the word "phase". */
  sentence(facts: IncidentFacts[Code], named: NamePhase): string
  /**
   * Returns the value that changes while the incident lasts: '41 s ahead'. A sentence that is kept then says that its
   * value is the one when raised. Left out where the sentence stays true.
   */
  value?(facts: IncidentFacts[Code]): string
}

/** Returns "Phase 1" or "Phases 1 and 2 (Lê Lợi)". */
export function phasesText(phases: readonly number[], named: NamePhase): string {
  const names = phases.map(named)
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
  return `${phases.length > 1 ? 'Phases' : 'Phase'} ${list}`
}
