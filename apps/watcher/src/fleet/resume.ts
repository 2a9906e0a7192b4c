/** Incidents that are open already, from the alarms and attributes of the watcher before. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { IncidentCode, IncidentOf, Severity } from '@greenwave/observer/incident'
import { keptIncident } from '@greenwave/observer/kept'
import { alarmType } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import * as z from 'zod/mini'

const CODES = new Map(INCIDENT_CODES.map((code): [string, IncidentCode] => [alarmType(code), code]))
const SEVERITIES: readonly Severity[] = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING']

/** Details whose facts were kept; everything else is observed anew before anybody needs it. */
const KeptDetails = z.looseObject({ facts: z.unknown(), raised: z.optional(z.unknown()) })

/** Returns the code of the incidents with this type of alarm; undefined for alarms of others. */
export function codeOfType(type: string): IncidentCode | undefined {
  return CODES.get(type)
}

/** Returns the open incident of an active alarm; undefined for alarms of others. */
export function resumedIncident({ type, startTs, severity, details }: AlarmInfo): IncidentOf | undefined {
  const code = codeOfType(type)
  if (!code) return undefined
  const known = SEVERITIES.find((one) => one === severity) ?? 'MINOR'
  const { facts, raised } = z.safeParse(KeptDetails, details).data ?? {}
  return keptIncident({ code, severity: known, sinceMs: startTs, facts, raised })
}
