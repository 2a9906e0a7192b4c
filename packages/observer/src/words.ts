/** The words of an incident, apart from its rule: consoles have their own. */
import type { IncidentCode, IncidentFacts } from './incident.ts'

/** The plain English words of an incident. */
export interface IncidentWords<Code extends IncidentCode> {
  /** The type of its alarms. */
  readonly type: string
  /** When it holds, in one line. */
  readonly condition: string
  /** Returns its sentence. */
  sentence(facts: IncidentFacts[Code]): string
}

/** Returns "Phase 1" or "Phases 1 and 2". */
export function phasesText(phases: readonly number[]): string {
  const names = phases.length > 1 ? `${phases.slice(0, -1).join(', ')} and ${phases.at(-1)}` : phases.join()
  return `${phases.length > 1 ? 'Phases' : 'Phase'} ${names}`
}
