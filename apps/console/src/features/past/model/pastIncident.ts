import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { type IncidentDetails, parseIncidentDetails } from '@greenwave/contract/records/incidentDetails'
import { HEALTH_CODES, type HealthCode } from '../../../data/health.ts'
import { common } from '../../../texts/default/common.ts'

/** Contents of an alarm about its incident. */
export type PastIncident = IncidentDetails

/** Reads the incident of an alarm; for an alarm of another source, its type. */
export function incidentOf({ details, type }: Pick<AlarmInfo, 'details' | 'type'>): PastIncident {
  const read = parseIncidentDetails(details)
  return read ? { ...read, text: read.text || type } : { code: 'other', text: type, facts: {}, evidence: [], rule: '' }
}

/** The codes of states by the types of the watcher's alarms: their plain English names, but for the clock, whose type is older. */
const CODES: ReadonlyMap<string, HealthCode> = new Map([
  ...HEALTH_CODES.map((code) => [common.health.codes[code], code] as const),
  ['Clock', 'clock'],
])

/** Returns the code of the incidents whose alarms are of a type; undefined for alarms of others. */
export function codeOfKind(type: string): HealthCode | undefined {
  return CODES.get(type)
}
