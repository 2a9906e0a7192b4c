/** Events of a junction, from the observer's state before and after. Incidents are reported by their alarms. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import { MODE_KEY, PLAN_KEY, PROGRAM_KEY } from '@greenwave/controller/keys'
import type { Junction } from '../junction.ts'
import { isYetToCome } from '../timing.ts'

/** An event. `isFirst`: nothing was known before, so that it may have been recorded already. */
export interface SeenEvent {
  readonly event: JunctionEvent
  readonly isFirst: boolean
}

/**
 * Lists the changes of connection, mode and plan. Each has the time of the platform or of a sample, the same for every
 * observer.
 *
 * @param modeBefore what the watcher before saw last; undefined if that is not known
 */
export function eventsOf(before: Junction, after: Junction, modeBefore: number | undefined): readonly SeenEvent[] {
  if (before.link === after.link && before.street === after.street && before.force === after.force) return NONE
  const events = [connectionOf(before, after), modeOf(before, after, modeBefore), planOf(before, after)]
  return events.flatMap((one) => one ?? [])
}

const NONE: readonly SeenEvent[] = []

/**
 * Returns an event with a time that has come. One that is yet to come is from a platform whose clock was ahead: what
 * happens is reported with the time at which it is seen; earlier events were reported then (undefined).
 */
export function ofThisTime({ event, isFirst }: SeenEvent, nowMs: number): JunctionEvent | undefined {
  if (!isYetToCome(event.at, nowMs)) return event
  return isFirst ? undefined : { ...event, at: nowMs }
}

function connectionOf(before: Junction, { link, heardMs }: Junction): SeenEvent | undefined {
  const { connected, sinceMs } = link
  const isSame = connected === before.link.connected && sinceMs === before.link.sinceMs
  if (isSame || connected === null || sinceMs === null) return undefined
  // Where the platform only says that nothing was heard for long, its time is that of the connection.
  const at = connected ? sinceMs : Math.max(sinceMs, heardMs ?? 0)
  return { event: { kind: 'connection', at, connected }, isFirst: before.link.connected === null }
}

function modeOf(before: Junction, after: Junction, modeBefore: number | undefined): SeenEvent | undefined {
  const [was, now] = [before.street?.mode, after.street?.mode]
  if (!now || now.mode === was?.mode) return undefined
  const isSeenToChange = was != null || (modeBefore !== undefined && modeBefore >= 0 && modeBefore !== now.mode)
  return { event: { kind: 'mode', at: now.sinceMs, mode: now.mode }, isFirst: !isSeenToChange }
}

function planOf(before: Junction, after: Junction): SeenEvent | undefined {
  const [was, now] = [before.force?.effect, after.force?.effect]
  if (!now) return undefined
  const isSame = was?.plan === now.plan && was.program === now.program
  // A plan that was only assumed when it was seen first has no time until the controller reports it.
  const isReported = was?.source === 'assumed' && now.source === 'reported'
  if (isSame && !isReported) return undefined
  const isFirst = before.force === null || isSame
  const at = now.source === 'reported' ? reportedMs(after) : isFirst ? undefined : after.street?.sample.ts
  return at === undefined ? undefined : { event: { kind: 'plan', at, plan: now.plan, program: now.program }, isFirst }
}

/** Returns when the controller reported what is in effect. */
function reportedMs({ known }: Junction): number | undefined {
  const client = known?.attributes.client ?? {}
  const times = [MODE_KEY, PLAN_KEY, PROGRAM_KEY].flatMap((key) => client[key]?.ts ?? [])
  return times.length === 0 ? undefined : Math.max(...times)
}
