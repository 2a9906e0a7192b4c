import type { AlarmInfo, AlarmSeverity } from '@greenwave/contract/alarms'
import { type IncidentDetails, readIncidentDetails } from '@greenwave/contract/incidentDetails'

/** What an alarm says of an incident. */
export type PastIncident = IncidentDetails

/** Returns what an alarm says of its incident; for an alarm of others, its type. */
export function incidentOf({ details, type }: Pick<AlarmInfo, 'details' | 'type'>): PastIncident {
  const read = readIncidentDetails(details)
  return read ? { ...read, text: read.text || type } : { code: 'other', text: type, facts: {}, evidence: [], rule: '' }
}

/** Returns the name of a level of incidents, which is also that of its mark. */
export function levelOf(severity: AlarmSeverity): 'danger' | 'fault' | 'deviation' {
  return severity === 'CRITICAL' ? 'danger' : severity === 'MAJOR' ? 'fault' : 'deviation'
}

/** Returns what people call the junction of an alarm: its label, else its name. */
export function junctionOf({ originatorLabel, originatorName }: AlarmInfo): string {
  return originatorLabel?.trim() || originatorName || ''
}
