/** The incidents that are open on the platform, as far as somebody may be told of them. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { AlarmInfo } from '@greenwave/contract/alarms'
import { readIncidentDetails } from '@greenwave/contract/incidentDetails'
import type { WatcherCall } from '@greenwave/contract/watcherCalls'
import { type IncidentLevel, levelOf } from '@greenwave/observer/incident'
import { eachActiveAlarm } from '../fleet/lists.ts'
import { resumedIncident } from '../fleet/resume.ts'
import type { SaidIncident } from './words/messageWords.ts'

/** An incident that is open, with what a message says of it. */
export interface OpenIncident extends SaidIncident {
  readonly alarmId: string
  readonly deviceId: string
  readonly level: IncidentLevel
  /** Epoch milliseconds. */
  readonly sinceMs: number
  /** What the junction is called. */
  readonly title: string
  readonly isAcknowledged: boolean
}

/** Reads all open incidents by the id of their alarm. */
export async function readOpenIncidents(
  call: CallApi<WatcherCall>,
  isOwn: (deviceId: string) => boolean,
): Promise<ReadonlyMap<string, OpenIncident>> {
  const open = new Map<string, OpenIncident>()
  await eachActiveAlarm(call, (alarm) => {
    const incident = isOwn(alarm.originator.id) ? openIncidentOf(alarm) : undefined
    if (incident) open.set(incident.alarmId, incident)
  })
  return open
}

function openIncidentOf(alarm: AlarmInfo): OpenIncident | undefined {
  const incident = resumedIncident(alarm)
  if (!incident) return undefined
  const { text = '', phaseNames = [] } = readIncidentDetails(alarm.details) ?? {}
  return {
    alarmId: alarm.id.id,
    deviceId: alarm.originator.id,
    code: incident.code,
    level: levelOf(incident.severity),
    sinceMs: incident.sinceMs,
    title: alarm.originatorLabel?.trim() || alarm.originatorName?.trim() || alarm.originator.id,
    text,
    phaseNames: phaseNames.map((name) => name ?? undefined),
    facts: incident.facts,
    isAcknowledged: alarm.acknowledged,
  }
}
