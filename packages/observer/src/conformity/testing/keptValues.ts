/** A platform that has what a watcher wrote of one junction, as far as days are read. */
import { CYCLE_KEY, writeCycleRecord } from '@greenwave/contract/records/cycleRecords'
import { EVENT_KEY, eventTs, writeEvent } from '@greenwave/contract/records/eventRecords'
import { SETTINGS_KEY, writeSettingsRecord } from '@greenwave/contract/records/settingsRecords'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import type { DayRecords } from '../dayRecords.ts'
import type { DayCalls } from '../reading/dayReads.ts'

/** Values by key and time. */
export type KeptValues = ReadonlyMap<string, ReadonlyMap<number, unknown>>

/** Returns the values that a watcher writes of these records. */
export function valuesOf({ windows, events, settings }: DayRecords): KeptValues {
  return new Map([
    [CYCLE_KEY, new Map(windows.map((window) => [window.startMs, writeCycleRecord(window)]))],
    [EVENT_KEY, new Map(events.map((event) => [eventTs(event), writeEvent(event)]))],
    [
      SETTINGS_KEY,
      new Map(
        settings.map(({ fromMs, settings: inForce }) => [
          fromMs,
          writeSettingsRecord({ reported: writeSettings(inForce), asked: {} }),
        ]),
      ),
    ],
  ])
}

/** Returns the calls of a platform with these values and alarms. It notes in `asked` what is asked for. */
export function keptCalls(
  values: KeptValues,
  { incidents }: Pick<DayRecords, 'incidents'>,
  asked: string[] = [],
): DayCalls {
  const call = async (name: string, { query }: { query: Readonly<Record<string, string>> }): Promise<unknown> => {
    asked.push(`${name} ${query.keys ?? ''}`)
    if (name === 'entityAlarmsV2')
      return { data: incidents.map(alarmOf), hasNext: false, totalElements: incidents.length }
    return Object.fromEntries((query.keys ?? '').split(',').flatMap((key) => listOf(key, query)))
  }
  return call as DayCalls

  function listOf(key: string, { startTs, endTs, limit, orderBy, agg, interval }: Readonly<Record<string, string>>) {
    const [from, until] = [Number(startTs), Number(endTs)]
    const found = [...(values.get(key) ?? [])]
      .filter(([ts]) => ts >= from && ts < until)
      .sort(([a], [b]) => (orderBy === 'ASC' ? a - b : b - a))
      .slice(0, Number(limit))
      .map(([ts, value]) => ({ ts, value }))
    if (found.length === 0) return []
    if (agg !== 'COUNT') return [[key, found] as const]
    const counts = Map.groupBy(found, ({ ts }) => Math.floor((ts - from) / Number(interval)))
    return [
      [
        key,
        [...counts].map(([nth, { length }]) => ({ ts: from + (nth + 0.5) * Number(interval), value: length })),
      ] as const,
    ]
  }
}

function alarmOf({ code, raisedMs, clearedMs, acknowledgedMs }: DayRecords['incidents'][number]): unknown {
  return {
    details: { code },
    startTs: raisedMs,
    ...{ cleared: clearedMs !== null, clearTs: clearedMs ?? 0 },
    ...{ acknowledged: acknowledgedMs !== null, ackTs: acknowledgedMs ?? 0 },
  }
}
