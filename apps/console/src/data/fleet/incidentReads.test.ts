import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { type AlarmInfo, AlarmSeverity } from '@greenwave/contract/wire/alarms'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testAlarm, testDevice } from '../../test/records.ts'
import { createIncidentReads } from './incidentReads.ts'

interface Asked {
  readonly page: number
  readonly pageSize: number
  readonly sortProperty: 'severity' | 'createdTime'
  readonly startTime?: string
  readonly severityList?: string
}

/** Reads all active alarms of a platform on which `onAsked` changes something after each page. Returns their ids. */
async function read(alarms: Map<number, AlarmInfo>, onAsked: (calls: number) => void): Promise<readonly string[]> {
  let calls = 0
  const call = playedCalls((_, { query }) => {
    const { page, pageSize, sortProperty, startTime = '0', severityList } = query as Asked
    const rankOf = (alarm: AlarmInfo) => (sortProperty === 'severity' ? alarm.severity : alarm.createdTime)
    const active = [...alarms.values()]
      .filter(
        ({ createdTime, severity }) => createdTime >= Number(startTime) && (severityList ?? severity) === severity,
      )
      .sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : rankOf(a) > rankOf(b) ? 1 : 0))
    const data = active.slice(page * pageSize, (page + 1) * pageSize)
    onAsked(calls)
    calls += 1
    return { data, totalElements: active.length, totalPages: 0, hasNext: (page + 1) * pageSize < active.length }
  })
  const ids: string[] = []
  await createIncidentReads(call).active(
    (rows) => ids.push(...rows.map(({ id }) => id.id)),
    new AbortController().signal,
  )
  return ids
}

const DEVICE = testDevice(1)
const alarmOf = (number: number) =>
  testAlarm(number, DEVICE, {
    createdTime: 1000 + number,
    severity: AlarmSeverity.options[number % AlarmSeverity.options.length] ?? 'MINOR',
  })

test('whatever ends between two pages, no alarm that stays active is passed over, also one that nobody knew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(599), { maxLength: 60 }), async (ending) => {
      const alarms = new Map(Array.from({ length: 600 }, (_, number) => [number, alarmOf(number)]))
      const all = [...alarms]
      const ids = await read(alarms, (calls) => {
        for (const number of ending.slice(calls * 6, calls * 6 + 6)) alarms.delete(number)
      })
      const stayed = all.filter(([number]) => !ending.includes(number)).map(([, { id }]) => id.id)
      expect(stayed.filter((id) => !ids.includes(id))).toEqual([])
    }),
    { numRuns: 20 },
  )
})

test('the worst come first, and few are read by one call', async () => {
  const alarms = new Map(Array.from({ length: 300 }, (_, number) => [number, alarmOf(number)]))
  const severityOf = new Map([...alarms.values()].map(({ id, severity }) => [id.id, severity]))
  const [first = '', ...others] = await read(alarms, () => {})
  expect(severityOf.get(first)).toBe('CRITICAL')
  expect(new Set([first, ...others]).size).toBe(300)
  let asked = 0
  await read(new Map([...alarms].slice(0, 150)), () => {
    asked += 1
  })
  expect(asked).toBe(1)
})
