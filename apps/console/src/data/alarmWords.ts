/** Names shown for an alarm: the junction, its incident, its level, the people who deal with it. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import { levelOf } from '@greenwave/observer/incident'
import { HEALTH_CODES, type HealthCode, markOf } from './health.ts'

/** Returns the display name of an alarm's junction: its label, else its name; empty if it has neither. */
export function junctionOf({ originatorLabel, originatorName }: AlarmInfo): string {
  return originatorLabel?.trim() || originatorName?.trim() || ''
}

/** Returns the code of the incident of an alarm; undefined for an alarm that this console does not know. */
export function codeOf({ details }: Pick<AlarmInfo, 'details'>): HealthCode | undefined {
  const { code } = infoOf(details)
  return HEALTH_CODES.find((one) => one === code)
}

/** Returns the kind of an alarm's subject: a junction, or a corridor whose wave is broken; undefined for any other. */
export function subjectOf(alarm: Pick<AlarmInfo, 'originator' | 'details'>): 'junction' | 'corridor' | undefined {
  if (alarm.originator.entityType === 'DEVICE') return 'junction'
  return alarm.originator.entityType === 'ASSET' && codeOf(alarm) === 'corridor' ? 'corridor' : undefined
}

/** Returns the mark of incidents of a severity, which also names their level. */
export function levelNameOf(severity: string): 'danger' | 'fault' | 'deviation' {
  return markOf(levelOf(severity))
}

/** Returns the display name of a user: first and last name, else the e-mail address. */
export function personOf({ firstName, lastName, email }: Person): string {
  return [firstName, lastName].filter(Boolean).join(' ').trim() || (email ?? '')
}

interface Person {
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
}
