import type { AlarmInfo } from '@greenwave/contract/alarms'
import { type IncidentDetails, readIncidentDetails } from '@greenwave/contract/incidentDetails'

/** What an alarm says of an incident. */
export type PastIncident = IncidentDetails

/** Returns what an alarm says of its incident; for an alarm of others, its type. */
export function incidentOf({ details, type }: Pick<AlarmInfo, 'details' | 'type'>): PastIncident {
  const read = readIncidentDetails(details)
  return read ? { ...read, text: read.text || type } : { code: 'other', text: type, facts: {}, evidence: [], rule: '' }
}
