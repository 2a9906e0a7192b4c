/** Incidents that are open already, from the alarms and attributes of the watcher before. */
import type { AlarmInfo } from '@greenwave/contract/alarms'
import type { Incident, IncidentCode, Severity } from '@greenwave/observer/incident'
import { alarmType } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import * as z from 'zod/mini'

const CODES = new Map(INCIDENT_CODES.map((code): [string, IncidentCode] => [alarmType(code), code]))
const SEVERITIES: readonly Severity[] = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING']

/** What is taken over of the details; everything else is observed anew before anybody needs it. */
const ResumedDetails = z.looseObject({
  facts: z.catch(z.looseObject({ phases: z.optional(z.array(z.number())) }), {}),
})

/** Returns the code of the incidents with this type of alarm; undefined for alarms of others. */
export function codeOfType(type: string): IncidentCode | undefined {
  return CODES.get(type)
}

/** Returns the open incident of an active alarm; undefined for alarms of others. */
export function resumedIncident({ type, startTs, severity, details }: AlarmInfo): Incident | undefined {
  const code = codeOfType(type)
  const known = SEVERITIES.find((one) => one === severity)
  if (!code) return undefined
  const read = z.safeParse(ResumedDetails, details)
  const facts = read.success ? read.data.facts : {}
  // The facts are of the watcher before. Until they are observed anew, only their phases are looked at.
  return {
    code,
    severity: known ?? 'MINOR',
    sinceMs: startTs,
    seenMs: startTs,
    facts,
    evidence: [],
  } as unknown as Incident
}
