/** What came of a day without faults in simulated time. */
import type { Change } from '../incident.ts'
import { incidentText } from '../rules/alarm.ts'

/** What an observer of a day without faults may never do. */
export const MISTAKES = {
  incident: 'incidents raised',
  flip: 'modes observed that never ran',
  style: 'displays or controls not learned as they are',
  second: 'recorded seconds that were not sent',
  cycle: 'cycles sent whole that were not evaluated',
} as const

/** One mistake, or several of a kind. */
export interface Mistake {
  readonly what: keyof typeof MISTAKES
  readonly count: number
  readonly text: string
}

/** A day that was lived. */
export interface LivedDay {
  readonly counts: Readonly<Record<string, number>>
  readonly mistakes: readonly Mistake[]
}

/** Lists incidents as mistakes. */
export function raisedIn(changes: readonly Change[]): readonly Mistake[] {
  return changes.map(({ kind, incident, atMs }) => {
    const text = `${kind} ${incident.code} ${new Date(atMs).toISOString()} ${incidentText(incident)}`
    return { what: 'incident', count: 1, text }
  })
}
