import type { AlarmInfo } from '@greenwave/contract/alarms'
import { type IncidentDetails, readIncidentDetails } from '@greenwave/contract/incidentDetails'

/** Contents of an alarm about its incident. */
export type PastIncident = IncidentDetails

/** Reads the incident of an alarm; for an alarm of another source, its type. */
export function incidentOf({ details, type }: Pick<AlarmInfo, 'details' | 'type'>): PastIncident {
  const read = readIncidentDetails(details)
  return read ? { ...read, text: read.text || type } : { code: 'other', text: type, facts: {}, evidence: [], rule: '' }
}
