import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { testAlarm, testDevice, testId } from '../../test/records.ts'
import { type PastFilters, fetchPastIncidents } from './pastIncidents.ts'

afterEach(() => vi.unstubAllGlobals())

const DEVICE = testDevice(1)
const past = (number: number, createdTime: number) => testAlarm(number, DEVICE, { createdTime, cleared: true })

/** Plays the platform's list of alarms, sorted by their creation. `onAsk` is called with each query. */
function serve(alarms: readonly AlarmInfo[], onAsk: (query: URLSearchParams, path: string) => void = () => undefined) {
  const sorted = alarms.toSorted((a, b) => a.createdTime - b.createdTime)
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams, pathname } = new URL(address, 'http://console.test')
    onAsk(searchParams, pathname)
    const from = Number(searchParams.get('startTime') ?? 0)
    const [page, pageSize] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))]
    const found = sorted.filter(({ createdTime }) => createdTime >= from)
    const data = found.slice(page * pageSize, (page + 1) * pageSize)
    return Response.json({
      data,
      totalElements: found.length,
      totalPages: Math.ceil(found.length / pageSize),
      hasNext: (page + 1) * pageSize < found.length,
    })
  })
}

async function readAll(filters: PastFilters = {}): Promise<{ ids: string[]; totals: number[] }> {
  const ids: string[] = []
  const totals: number[] = []
  for await (const { incidents, total } of fetchPastIncidents(filters, new AbortController().signal)) {
    ids.push(...incidents.map(({ id }) => id.id))
    totals.push(total)
  }
  return { ids, totals }
}

it('every incident is read once and in order, however many were raised in one millisecond', async () => {
  const runs = fc.array(fc.record({ atMs: fc.integer({ min: 1, max: 5 }), count: fc.integer({ min: 0, max: 250 }) }), {
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(runs, async (given) => {
      const alarms = given.flatMap(({ atMs, count }, run) =>
        Array.from({ length: count }, (_, index) => past(run * 1000 + index, atMs)),
      )
      serve(alarms)
      const { ids, totals } = await readAll()
      expect(ids).toHaveLength(alarms.length)
      expect(new Set(ids).size).toBe(alarms.length)
      const timeOf = new Map(alarms.map(({ id, createdTime }) => [id.id, createdTime]))
      expect(ids.map((id) => timeOf.get(id))).toEqual(
        alarms.map(({ createdTime }) => createdTime).sort((a, b) => a - b),
      )
      expect(new Set(totals)).toEqual(new Set([alarms.length]))
    }),
    { numRuns: 30 },
  )
})

it('an incident that ends during the reading neither hides nor repeats another one', async () => {
  const alarms = Array.from({ length: 150 }, (_, index) => past(index, index))
  let asked = 0
  serve(alarms, () => {
    asked += 1
    // It began before everything that was read so far, and so would have moved each page by one.
    if (asked === 2) serve([past(900, 0), ...alarms])
  })
  const { ids } = await readAll()
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id } of alarms) expect(ids).toContain(id.id)
})

it.each([
  [{}, '/api/v2/alarms', {}],
  [{ junction: testId(5) }, `/api/v2/alarm/DEVICE/${testId(5)}`, {}],
  [{ customer: testId(6) }, `/api/v2/alarm/CUSTOMER/${testId(6)}`, {}],
  [{ junction: testId(5), customer: testId(6) }, `/api/v2/alarm/DEVICE/${testId(5)}`, {}],
  [{ kind: 'Dark' }, '/api/v2/alarms', { typeList: 'Dark' }],
  [{ level: 'deviation' }, '/api/v2/alarms', { severityList: 'MINOR,WARNING,INDETERMINATE' }],
  [{ fromMs: 5, toMs: 9 }, '/api/v2/alarms', { startTime: '5', endTime: '9' }],
] as const)('%j is asked of %s with %j', async (filters, path, query) => {
  const asked: unknown[] = []
  serve([], (parameters, of) => asked.push([of, Object.fromEntries(parameters)]))
  await readAll(filters)
  const common = { page: '0', pageSize: '100', sortProperty: 'createdTime', sortOrder: 'ASC', statusList: 'CLEARED' }
  expect(asked).toEqual([[path, { ...common, ...query }]])
})
