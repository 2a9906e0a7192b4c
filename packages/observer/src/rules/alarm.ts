/** Incidents as alarms of the platform. */
import type { PhaseNumber } from '@greenwave/controller/limits'
import { type Incident, type IncidentCode, type IncidentFacts, phasesOf } from '../incident.ts'
import type { Sample } from '../sample.ts'
import { ruleOf } from './table.ts'

/** The details of an incident's alarm. */
export interface AlarmDetails {
  readonly code: IncidentCode
  /** The plain English sentence. */
  readonly text: string
  readonly phases?: readonly PhaseNumber[]
  /** From which consoles make the sentence in their language. */
  readonly facts: Incident['facts']
  readonly evidence: readonly Sample[]
  /** When such an incident is raised. */
  readonly rule: string
}

/** Returns the type of the alarms of a code: 'Conflicting green'. */
export function alarmType(code: IncidentCode): string {
  return ruleOf(code).type
}

/** Returns the details of an incident's alarm. */
export function alarmDetails(incident: Incident): AlarmDetails {
  const { code, facts, evidence } = incident
  const phases = phasesOf(facts)
  return {
    code,
    text: incidentText(incident),
    ...(phases.length > 0 && { phases }),
    facts,
    evidence,
    rule: ruleOf(code).condition,
  }
}

/** Returns the plain English sentence of an incident. */
export function incidentText<Code extends IncidentCode>(incident: {
  readonly code: Code
  readonly facts: IncidentFacts[Code]
}): string {
  return ruleOf(incident.code).sentence(incident.facts)
}
