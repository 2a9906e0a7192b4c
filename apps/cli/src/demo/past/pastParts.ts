/** @file Records of the past as the platform takes them: values by day, alarms with what people did, changes. */
import { createHash } from 'node:crypto'
import { begunRecord } from '@greenwave/changes/writeChange'
import { writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { parsePhaseNames, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import { CHANGE_KEY, CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import type { PastAlarm, PastPart } from '@greenwave/contract/wire/sampleCity'
import { AUTOMATIC_MODE } from '@greenwave/controller/mode'
import { brokenDetails } from '@greenwave/coordination/observed/brokenText'
import { DAY_MS, midnightOf } from '@greenwave/observer/conformity/days'
import { alarmDetails, alarmType } from '@greenwave/observer/rules/alarm'
import type { DemoJunction } from '../junctions.ts'
import { siteOf } from '../sites.ts'
import type { PastBreak } from './CorridorPlay.ts'
import { datedDays, datedIncident, type PastDay } from './JunctionPast.ts'
import type { PastIncident, PastValue } from './PlayedJunction.ts'
import type { Story } from './stories.ts'

/** Entities and times of a past. */
export interface PastFacts {
  /** The first start, epoch milliseconds. */
  readonly startMs: number
  /** Days before it, 1 to `PAST_DAYS`. */
  readonly days: number
  /** Ids of devices by their names. */
  readonly deviceIds: ReadonlyMap<string, string>
  readonly corridorId: string | undefined
  /** The user who acted in it. */
  readonly by: { readonly id: string; readonly name: string }
  /** The id of the rollout that tuned the green wave. */
  readonly rolloutId: string
}

/** A past that is made. */
export interface City {
  readonly facts: PastFacts
  readonly stories: readonly Story[]
  /** Of the days of the past and of today, the first one first. */
  readonly midnights: readonly number[]
  /** The day that is played. */
  readonly playedMs: number
}

/** Yields the records of a junction, the last day first. */
export function* partsOf(
  city: City,
  junction: DemoJunction,
  days: readonly PastDay[],
): Generator<PastPart | undefined> {
  const { facts } = city
  const deviceId = facts.deviceIds.get(junction.name)
  if (deviceId === undefined) return
  const names = parsePhaseNames(siteOf(junction)[SITE_KEY])
  const alarms = new Map(days.map((day) => [day, alarmsOf(city, junction, day, names)]))
  const timesOf = (day: PastDay) =>
    (alarms.get(day) ?? []).map(({ details, began, cleared, acknowledged = null }) => {
      return { code: String(details.code), raisedMs: began, clearedMs: cleared, acknowledgedMs: acknowledged }
    })
  for (const { day, values } of datedDays(days, facts.startMs, timesOf)) {
    const all = [...values, ...changeValues(city, junction, day, deviceId)]
    const body = all.map(({ ts, key, value }) => ({ ts, values: { [key]: value } }))
    const owner = { entityType: 'DEVICE', id: deviceId } as const
    yield { owner, userId: facts.by.id, values: JSON.stringify(body), alarms: alarms.get(day) ?? [] }
  }
}

function alarmsOf(
  { facts, stories }: City,
  { name }: DemoJunction,
  { played, shiftMs, midnightMs }: PastDay,
  names: ReturnType<typeof parsePhaseNames>,
): PastAlarm[] {
  return played.incidents.flatMap((one: PastIncident): PastAlarm[] => {
    const { incident, noticedMs, clearedMs } = datedIncident(one, shiftMs)
    if (clearedMs === null || clearedMs >= facts.startMs || incident.sinceMs < midnightMs) return []
    const { code, severity, sinceMs: began } = incident
    return [
      {
        ...{ id: idOf(facts, name, code, began), type: alarmType(code), severity },
        ...{ raised: noticedMs, began, cleared: clearedMs, details: { ...alarmDetails(incident, names) } },
        ...responseTo(facts, stories, { name, code, began }),
      },
    ]
  })
}

/** Returns the alarm of a time in which the wave was broken; undefined if it went on. */
export function waveAlarm({ facts, stories }: City, one: PastBreak, shiftMs: number): PastAlarm | undefined {
  const { broken, noticedMs, clearedMs } = one
  if (clearedMs === null) return undefined
  const began = broken.sinceMs + shiftMs
  const { code, type } = CORRIDOR_INCIDENT
  return {
    ...{
      id: idOf(facts, 'corridor', code, began),
      type,
      severity: 'MINOR' as const,
      raised: noticedMs + shiftMs,
      began,
    },
    cleared: clearedMs + shiftMs,
    details: brokenDetails(broken),
    ...responseTo(facts, stories, { name: undefined, code, began }),
  }
}

/** Acknowledgement and comments of an incident. */
function responseTo(
  facts: PastFacts,
  stories: readonly Story[],
  { name, code, began }: { readonly name: string | undefined; readonly code: string; readonly began: number },
): Pick<PastAlarm, 'acknowledged' | 'comments'> {
  const daysAgo = Math.round((midnightOf(facts.startMs) - midnightOf(began)) / DAY_MS)
  const responses = stories.filter((story) => story.daysAgo === daysAgo).flatMap((story) => story.responses)
  const response = responses.find((one) => one.code === code && (name === undefined || name === one.junction))
  if (!response) return { comments: [] }
  const comments = response.comments.map(({ after, text }) => {
    return { id: idOf(facts, name ?? 'corridor', `${code} comment`, began + after), at: began + after * 1000, text }
  })
  return { acknowledged: began + response.acknowledgedAfter * 1000, comments }
}

/** Returns the records of the changes of a day. */
function changeValues(
  { facts }: City,
  { name }: DemoJunction,
  { played, shiftMs, midnightMs }: PastDay,
  deviceId: string,
): readonly PastValue[] {
  const at = (secondOfDay: number): number => midnightMs + secondOfDay * 1000
  const common = { deviceId, by: facts.by, from: 'console', scope: 'SHARED_SCOPE' } as const
  const made = played.changes.map(({ atMs, present, act: { values, why, until, restores, batch } }) => {
    const change = {
      ...common,
      ...{ id: idOf(facts, name, 'change', atMs + shiftMs), at: atMs + shiftMs, why, present, values },
      ...(restores !== undefined && { restores: at(restores) }),
      ...(batch !== undefined && { batch: facts.rolloutId, id: `${facts.rolloutId}/${deviceId}` }),
      ...(until !== undefined && {
        hold: { mode: Number(values.Mode), until: at(until), back: AUTOMATIC_MODE, by: facts.by.name, why },
      }),
    }
    return { ...begunRecord(change, values), state: 'written' } as const
  })
  const ended = played.ends.map(({ atMs, present, why, heldMs }) => {
    const values = { Mode: AUTOMATIC_MODE }
    const change = {
      ...common,
      ...{ id: `${deviceId}-hold-${heldMs + shiftMs}`, at: atMs + shiftMs, by: { id: '', name: facts.by.name } },
      ...{ from: 'watcher', why: `The hold ended at its time: ${why}`, present, values },
    }
    return { ...begunRecord(change, values), state: 'written' } as const
  })
  return [...made, ...ended]
    .filter((change) => change.at < facts.startMs)
    .flatMap((change) => [
      { ts: change.at, key: CHANGE_KEY, value: JSON.parse(JSON.stringify(writeChangeRecord(change))) },
      { ts: change.at, key: CHANGED_KEY, value: change.at },
    ])
}

/** Returns an id that is the same whenever the same past is made. */
function idOf({ deviceIds }: PastFacts, name: string, what: string, ms: number): string {
  const hex = createHash('sha256')
    .update(`${deviceIds.get(name) ?? [...deviceIds.values()].join()} ${what} ${ms}`)
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
