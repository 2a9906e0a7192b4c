/**
 * @file What the street has shown since a change, from the history that the platform keeps. So whoever goes on with a
 * rollout knows as much as if the street had been watched from the beginning.
 */
import type { CallApi } from '@greenwave/client/callTypes'
import { fetchSeries } from '@greenwave/client/fetchSeries'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { TELEMETRY_KEYS } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { type Junction, newJunction } from '@greenwave/observer/junction'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { messagesOf } from '@greenwave/observer/sample'
import type { JunctionFacts } from './junctionFacts.ts'

/** A street that is watched. */
export interface WatchedStreet {
  readonly junction: Junction
  /** Until when its history was read, epoch milliseconds. */
  readonly untilMs: number
  /** Whether the new settings are in force in it. */
  readonly isTaken: boolean
}

const OBSERVER = createObserver([], learned)
/** So much before the change is read, to know what ran then, milliseconds. */
const BEFORE_MS = 5000
const PAGE = 600

/** Reads the observation since the last read, `before`. */
export async function watchStreet(
  call: CallApi<'timeseries'>,
  deviceId: string,
  change: ChangeRecord,
  facts: JunctionFacts,
  nowMs: number,
  before?: WatchedStreet,
  signal?: AbortSignal,
): Promise<WatchedStreet> {
  const fromMs = before?.untilMs ?? change.at - BEFORE_MS
  const takenMs = takenAt(change, facts)
  let isTaken = before?.isTaken ?? false
  let junction =
    before?.junction ?? OBSERVER.attributes(begun(facts, fromMs), settingsBefore(change, facts), fromMs).junction
  const take = (atMs: number) => {
    if (isTaken) return
    isTaken = true
    junction = OBSERVER.attributes(junction, facts, atMs).junction
  }
  const entity = ofDevice(deviceId)
  const request = { entity, keys: TELEMETRY_KEYS, fromMs, untilMs: nowMs, pageSize: PAGE, ...(signal && { signal }) }
  for await (const page of fetchSeries(call, request)) {
    for (const message of messagesOf(page)) {
      if (message.ts >= takenMs) take(takenMs)
      junction = OBSERVER.message(junction, message).junction
    }
  }
  if (nowMs >= takenMs) take(takenMs)
  return { junction, untilMs: nowMs, isTaken }
}

/** Returns a junction of which only displays and control are known, as far as they are set or learned. */
function begun({ styles }: JunctionFacts, fromMs: number): Junction {
  return styles ? OBSERVER.styles(newJunction(fromMs), styles) : newJunction(fromMs)
}

/** When the controller took the change: with its last report of it; one that reports nothing, at once. */
function takenAt({ at, after }: ChangeRecord, { client }: JunctionFacts): number {
  return Math.max(at, ...Object.keys(after).map((key) => client[key]?.ts ?? 0))
}

function settingsBefore({ before, after }: ChangeRecord, { shared, client }: JunctionFacts) {
  const back = (values: TimedValues): TimedValues => {
    const known = Object.entries(values).filter(([key]) => !Object.hasOwn(after, key) || before[key] !== undefined)
    return Object.fromEntries(
      known.map(([key, value]) => [key, Object.hasOwn(after, key) ? { ts: 0, value: before[key] } : value]),
    )
  }
  return { shared: back(shared), client: back(client) }
}
