/** Open incidents on the platform that users may be notified about. */
import type { CallApi } from '@greenwave/client/callTypes'
import { parseIncidentDetails } from '@greenwave/contract/records/incidentDetails'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { CORRIDOR_INCIDENT, parseBrokenWave } from '@greenwave/contract/records/waves'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { type IncidentLevel, levelOf } from '@greenwave/observer/incident'
import { eachActiveAlarm } from '../fleet/lists.ts'
import { resumedIncident } from '../fleet/resume.ts'
import type { SaidIncident } from './words/messageWords.ts'

/** Ended incidents that users were notified about. */

/**
 * Incidents by the id of their alarm. One is over when two lists in a row lack its alarm, because a row may be skipped
 * while a list is read page by page.
 */
export class EndedIncidents {
  /** Incidents that the last list lacked. */
  #missing: ReadonlySet<string> = new Set()
  #over: ReadonlySet<string> = new Set()

  /** Compares notified incidents with a list of open ones. Returns whether another list is needed. */
  compare(notified: Iterable<string>, open: { has(alarmId: string): boolean }): boolean {
    const before = this.#missing
    this.#missing = new Set([...notified].filter((alarmId) => !open.has(alarmId)))
    this.#over = new Set([...this.#missing].filter((alarmId) => before.has(alarmId)))
    return this.#over.size < this.#missing.size
  }

  /** Returns whether an incident is over. */
  has(alarmId: string): boolean {
    return this.#over.has(alarmId)
  }
}

/** An incident that is open, with what a message says of it. */
export type OpenIncident = SaidIncident & {
  readonly alarmId: string
  /** The id of its device or, of a corridor, its asset. */
  readonly deviceId: string
  readonly level: IncidentLevel
  /** Epoch milliseconds. */
  readonly sinceMs: number
  /** Display name of the junction or the corridor. */
  readonly title: string
  readonly isAcknowledged: boolean
}

/** Fetches all open incidents by the id of their alarm. */
export async function fetchOpenIncidents(
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
  const { text = '', phaseNames = [] } = parseIncidentDetails(alarm.details) ?? {}
  const common = {
    alarmId: alarm.id.id,
    deviceId: alarm.originator.id,
    sinceMs: alarm.startTs,
    title: alarm.originatorLabel?.trim() || alarm.originatorName?.trim() || alarm.originator.id,
    text,
    phaseNames: phaseNames.map((name) => name ?? undefined),
    isAcknowledged: alarm.acknowledged,
  }
  if (alarm.type === CORRIDOR_INCIDENT.type)
    return { ...common, code: CORRIDOR_INCIDENT.code, facts: parseBrokenWave(alarm.details), level: 3 }
  const incident = resumedIncident(alarm)
  if (!incident) return undefined
  const { code, facts, raised, severity } = incident
  return { ...common, code, facts, raised, level: levelOf(severity) }
}
