/** An incident of a junction or a corridor, from its alarm. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { type IncidentFacts, parseIncidentDetails } from '@greenwave/contract/records/incidentDetails'
import { levelOf } from '@greenwave/observer/incident'
import { codeOf, junctionOf, personOf, subjectOf } from '../alarmWords.ts'
import type { HealthCode } from '../health.ts'

/** An incident of a junction, or of a corridor whose wave is broken. Times are epoch milliseconds. */
export interface Incident {
  /** The id of its alarm. */
  readonly id: string
  /** Kind of its subject. */
  readonly of: 'junction' | 'corridor'
  /** The id of its device; of a corridor, that of its asset. */
  readonly junctionId: string
  /** Display name of the junction or the corridor: its label, or its name if it has none. */
  readonly junction: string
  /** Id of the customer of the junction or corridor; null without a customer. */
  readonly customerId: string | null
  /** `other` for an alarm that this console does not know. */
  readonly code: HealthCode
  readonly level: 3 | 4 | 5
  /** From when until when its condition holds; null while it does. */
  readonly sinceMs: number
  readonly endedMs: number | null
  readonly acknowledgedMs: number | null
  readonly assignee: { readonly id: string; readonly name: string } | null
  /** Facts for its message, and the English message of its author. */
  readonly facts: IncidentFacts
  /** Facts when it was raised, if they differed. */
  readonly raised?: IncidentFacts
  readonly text: string
}

/** Longest sentence of an alarm that is kept, characters. */
const MOST_TEXT = 300

/** Returns the incident of an alarm; undefined for an alarm that is about neither a device nor the wave of a corridor. */
export function parseIncident(alarm: AlarmInfo): Incident | undefined {
  const { id, originator, customerId, acknowledged, cleared, assignee } = alarm
  const of = subjectOf(alarm)
  if (!of) return undefined
  const details = parseIncidentDetails(alarm.details)
  return {
    id: id.id,
    of,
    junctionId: originator.id,
    junction: junctionOf(alarm),
    customerId: customerId?.id ?? null,
    code: codeOf(alarm) ?? 'other',
    level: levelOf(alarm.severity),
    sinceMs: alarm.startTs,
    endedMs: cleared ? alarm.clearTs : null,
    acknowledgedMs: acknowledged ? alarm.ackTs : null,
    assignee: assignee ? { id: assignee.id.id, name: personOf(assignee) } : null,
    facts: boundedFacts(details?.facts ?? {}),
    ...(details?.raised && { raised: boundedFacts(details.raised) }),
    text: (details?.text || alarm.type).slice(0, MOST_TEXT),
  }
}

/** Limits phases and lamps to nine: a junction has three phases with three lamps. */
function boundedFacts({ phases, lamps, ...facts }: IncidentFacts): IncidentFacts {
  return { ...facts, ...(phases && { phases: phases.slice(0, 9) }), ...(lamps && { lamps: lamps.slice(0, 9) }) }
}
