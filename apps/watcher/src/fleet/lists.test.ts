import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachActiveAlarm, eachAlarmSince } from './lists.ts'

/** Reads the active alarms of a platform on which `onPage` changes something after each page. */
async function read(alarms: Map<number, number>, onPage: (page: number) => void): Promise<readonly string[]> {
  let asked = 0
  const call = playedCalls((_, { query }) => {
    const { page, pageSize, startTime } = query as { page: number; pageSize: number; startTime: string }
    const active = [...alarms]
      .filter(([, createdTime]) => createdTime >= Number(startTime))
      .sort(([a, aMs], [b, bMs]) => aMs - bMs || a - b)
    const data = active.slice(page * pageSize, (page + 1) * pageSize).map(([number, createdTime]) => ({
      ...{ id: { id: `alarm-${number}` }, originator: { entityType: 'DEVICE', id: 'a' }, createdTime },
    }))
    onPage(asked)
    asked += 1
    return { data, hasNext: (page + 1) * pageSize < active.length }
  })
  const taken: string[] = []
  await eachActiveAlarm(call, (alarm: AlarmInfo) => taken.push(alarm.id.id))
  return taken
}

test('each alarm that is active all the time is read once, whatever is cleared or raised between two pages', async () => {
  // Few moments for many alarms: some have more than a page.
  const scene = fc.record({ moments: fc.constantFrom(1, 3, 50, 900), cleared: fc.array(fc.nat(899)) })
  await fc.assert(
    fc.asyncProperty(scene, async ({ moments, cleared }) => {
      const all = Array.from({ length: 900 }, (_, number): [number, number] => [number, 1 + (number % moments)])
      const alarms = new Map(all)
      const isOneMoment = moments <= 3
      const taken = await read(alarms, (page) => {
        alarms.set(1000 + page, 2000 + page)
        // Within one moment alarms are counted, so that one may slip.
        if (!isOneMoment) for (const number of cleared.slice(page * 3, page * 3 + 3)) alarms.delete(number)
      })
      const stayed = all.filter(([number]) => isOneMoment || !cleared.includes(number))
      expect(new Set(taken).size).toBe(taken.length)
      for (const [number] of stayed) expect(taken).toContain(`alarm-${number}`)
    }),
    { numRuns: 20 },
  )
})

test('alarms created or cleared since a time are read, of junctions alone, and no page of older ones', async () => {
  const made = Array.from({ length: 1000 }, (_, number) => ({
    ...{ id: { id: `alarm-${number}` }, createdTime: number, clearTs: number % 2 ? 0 : 1500 - number },
    originator: { entityType: number % 10 === 3 ? 'ASSET' : 'DEVICE', id: 'a' },
  }))
  let pages = 0
  const call = playedCalls((_, { query }) => {
    const { page, pageSize, sortProperty, statusList } = query as Record<string, string>
    const by = sortProperty as 'createdTime' | 'clearTs'
    const rows = made.filter(({ clearTs }) => statusList !== 'CLEARED' || clearTs > 0).sort((a, b) => b[by] - a[by])
    pages += 1
    const start = Number(page) * Number(pageSize)
    return { data: rows.slice(start, start + Number(pageSize)), hasNext: start + Number(pageSize) < rows.length }
  })
  const taken = new Set<string>()
  await eachAlarmSince(call, 990, (alarm: AlarmInfo) => taken.add(alarm.id.id))
  const since = made.filter(
    ({ createdTime, clearTs, originator }) =>
      originator.entityType === 'DEVICE' && (createdTime >= 990 || clearTs >= 990),
  )
  expect([...taken].sort()).toEqual(since.map(({ id }) => id.id).sort())
  expect(pages).toBe(1 + 2)
})
