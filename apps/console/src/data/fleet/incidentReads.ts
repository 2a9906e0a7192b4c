/** The questions about open incidents, page by page. */
import { listPagesByTime } from '@greenwave/client/listPages'
import { type AlarmInfo, AlarmSeverity } from '@greenwave/contract/wire/alarms'
import type { callFleet } from '../fleetApi.ts'

/** The most incidents that are kept, the worst ones. */
export const MOST_INCIDENTS = 10_000
/** Rows of a page, some 300 and 75 kB. */
const WHOLE_ROWS = 200
const NEW_ROWS = 50

/** By what changes are found, newest first: what was raised, acknowledged and cleared. */
const CHANGES = {
  raised: { statusList: 'ACTIVE', sortProperty: 'createdTime', timeOf: (alarm: AlarmInfo) => alarm.createdTime },
  acknowledged: { statusList: 'ACTIVE,ACK', sortProperty: 'ackTs', timeOf: (alarm: AlarmInfo) => alarm.ackTs },
  cleared: { statusList: 'CLEARED', sortProperty: 'clearTs', timeOf: (alarm: AlarmInfo) => alarm.clearTs },
} as const

/** Reads alarms. Each rejects as the calls of the platform do. */
export interface IncidentReads {
  /** Reads all active alarms, the most severe first, and passes on page by page, with how many there are in all. */
  active(onPage: (alarms: readonly AlarmInfo[], total: number) => void, signal: AbortSignal): Promise<void>
  /** Reads the alarms that were raised, acknowledged or cleared at or after a time, epoch milliseconds. */
  changedSince(ms: number, signal: AbortSignal): Promise<readonly AlarmInfo[]>
}

/** Makes the reads from the calls about alarms. */
export function createIncidentReads(call: typeof callFleet): IncidentReads {
  return {
    async active(onPage, signal) {
      const asked = { statusList: 'ACTIVE', pageSize: WHOLE_ROWS, sortOrder: 'ASC' } as const
      const { data, hasNext, totalElements } = await call('alarmsV2', {
        // As texts, severities are sorted from CRITICAL to WARNING.
        query: { ...asked, sortProperty: 'severity', page: 0 },
        signal,
      })
      onPage(data, totalElements)
      if (!hasNext) return
      // While an incident ends, pages in that order can skip an incident that has not been read yet.
      let read = 0
      for (const severityList of AlarmSeverity.options) {
        const pages = listPagesByTime((from) =>
          call('alarmsV2', { query: { ...asked, ...from, severityList, sortProperty: 'createdTime' }, signal }),
        )
        for await (const alarms of pages) {
          onPage(alarms, totalElements)
          read += alarms.length
          if (read >= MOST_INCIDENTS) return
        }
      }
    },
    async changedSince(ms, signal) {
      const alarms: AlarmInfo[] = []
      for (const { statusList, sortProperty, timeOf } of Object.values(CHANGES)) {
        for (let page = 0, isOlder = false; !isOlder && alarms.length < MOST_INCIDENTS; page += 1) {
          const query = { statusList, sortProperty, sortOrder: 'DESC', page, pageSize: NEW_ROWS }
          const { data, hasNext } = await call('alarmsV2', { query, signal })
          const news = data.filter((alarm) => timeOf(alarm) >= ms)
          alarms.push(...news)
          isOlder = data.length === 0 || news.length < data.length || !hasNext
        }
      }
      return alarms
    },
  }
}
