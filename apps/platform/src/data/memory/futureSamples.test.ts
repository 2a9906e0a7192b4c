import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StoreLog } from '../../sqlite/storeLog.ts'
import { openStore } from '../../store/openStore.ts'
import { quietLog, saveDevice, WEEK_MS } from '../../testing/testEntities.ts'
import { makeFolder } from '../../testing/testStore.ts'
import { until } from '../../testing/until.ts'
import { CLOCK_TOLERANCE_MS } from '../clock/clockBounds.ts'
import type { DeviceData, TimedValue } from '../port/deviceData.ts'

/** A value of the future is never shown as current, and never hides a true value. */

const NOW = Date.parse('2026-03-10T12:00:00Z')
const YEAR_2100 = Date.parse('2100-01-01T00:00:00Z')
const DAY_MS = 86_400_000

async function open(dataDir = ':memory:', log: StoreLog = quietLog) {
  const clock = { now: NOW }
  const store = await openStore({ dataDir, telemetryRetentionMs: WEEK_MS, log, now: () => clock.now })
  return { store, clock, data: store.data, id: store.devices.allIds()[0]?.id ?? saveDevice(store).id.id }
}

const latest = (data: DeviceData, id: string): Record<string, TimedValue> => Object.fromEntries(data.latest(id))

const history = (data: DeviceData, deviceId: string) =>
  data.history({
    deviceId,
    keys: ['a'],
    startTs: 0,
    endTs: YEAR_2100 + DAY_MS,
    limit: 100,
    order: 'ASC',
    aggregation: 'NONE',
    intervalMs: 0,
  })

it('a sample of the year 2100 is stored as of the time at which it came, and the next true one takes its place', async () => {
  const { store, clock, data, id } = await open()
  await data.saveTelemetry(id, [{ ts: YEAR_2100, values: { a: 'future' } }])
  expect(latest(data, id)).toEqual({ a: { ts: NOW, value: 'future' } })
  clock.now += 1000
  await data.saveTelemetry(id, [{ ts: clock.now, values: { a: 'true' } }])
  expect(latest(data, id)).toEqual({ a: { ts: NOW + 1000, value: 'true' } })
  expect((await history(data, id)).a).toEqual([
    { ts: NOW, value: 'future' },
    { ts: NOW + 1000, value: 'true' },
  ])
  await store.close()
})

it('several of them in one message keep their order and stay apart, also from those of the message before', async () => {
  const { store, data, id } = await open()
  const message = (from: number) =>
    data.saveTelemetry(
      id,
      [0, 1, 2].map((n) => ({ ts: YEAR_2100 + n, values: { a: from + n } })),
    )
  await Promise.all([message(0), message(3)])
  expect((await history(data, id)).a?.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5])
  expect(latest(data, id).a?.value).toBe(5)
  await store.close()
})

it('a clock that is ahead by less than clocks differ keeps its own times, and hides no sample of this moment', async () => {
  const { store, data, id } = await open()
  await data.saveTelemetry(id, [{ ts: NOW + CLOCK_TOLERANCE_MS, values: { a: 'ahead' } }])
  expect(latest(data, id).a?.ts).toBe(NOW + CLOCK_TOLERANCE_MS)
  await data.saveTelemetry(id, [{ ts: NOW - DAY_MS, values: { a: 'taken yesterday' } }])
  expect(latest(data, id).a?.value).toBe('ahead')
  await data.saveTelemetry(id, [{ ts: NOW, values: { a: 'true' } }])
  expect(latest(data, id)).toEqual({ a: { ts: NOW, value: 'true' } })
  await store.close()
})

it('whatever times come, the latest value is never of the future, and a sample of this moment always is the latest', async () => {
  const { store, clock, data, id } = await open()
  const offset = fc.oneof(fc.integer({ min: -9000, max: 9000 }), fc.constantFrom(YEAR_2100 - NOW, -DAY_MS))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(3000), offset), { maxLength: 12 }), async (sent) => {
      for (const [n, [passed, ahead]] of sent.entries()) {
        clock.now += passed
        const saved = data.saveTelemetry(id, [{ ts: clock.now + ahead, values: { a: n } }])
        const { ts = 0 } = latest(data, id).a ?? {}
        expect(ts).toBeLessThanOrEqual(clock.now + CLOCK_TOLERANCE_MS)
        const live = data.saveTelemetry(id, [{ ts: clock.now, values: { a: `live ${n}` } }])
        expect(latest(data, id).a?.value).toBe(`live ${n}`)
        await Promise.all([saved, live])
      }
    }),
    { numRuns: rounds({ few: 8, all: 100 }) },
  )
  await store.close()
})

it('values of the future that a data folder holds give way to the newest true ones, for readers and on disk', async () => {
  const dataDir = makeFolder()
  const first = await open(dataDir)
  await first.data.saveTelemetry(first.id, [{ ts: NOW, values: { a: 'true', b: 'true' } }])
  first.clock.now = YEAR_2100
  await first.data.saveTelemetry(first.id, [{ ts: YEAR_2100, values: { a: 'future', c: 'future' } }])
  await first.store.close()
  for (const start of ['first', 'second']) {
    const { store, data, id } = await open(dataDir)
    expect([start, data.latest(id).get('c')]).toEqual([start, undefined])
    await until(() => data.latest(id).get('a')?.value === 'true')
    expect(latest(data, id)).toEqual({ a: { ts: NOW, value: 'true' }, b: { ts: NOW, value: 'true' } })
    await store.close()
  }
})

it('one that is still the latest when the clock goes back is replaced by the next sample, and followers are notified', async () => {
  const { store, clock, data, id } = await open()
  clock.now = YEAR_2100
  await data.saveTelemetry(id, [{ ts: YEAR_2100, values: { a: 'future', b: 'future' } }])
  clock.now = NOW
  const notified: unknown[] = []
  data.subscribe(id, ({ deviceId: _deviceId, ...change }) => notified.push(change))
  await data.saveTelemetry(id, [{ ts: NOW - 60_000, values: { a: 'true' } }])
  expect(latest(data, id).a).toEqual({ ts: NOW - 60_000, value: 'true' })
  expect(notified).toEqual([
    { kind: 'telemetryDeleted', keys: ['a'] },
    { kind: 'telemetry', samples: [{ ts: NOW - 60_000, values: { a: 'true' } }] },
  ])
  await store.close()
})

it('are notified in the log, once for many', async () => {
  const lines: { samples?: number }[] = []
  const { store, data, id } = await open(':memory:', { ...quietLog, warn: (details) => lines.push(details) })
  for (let n = 0; n < 50; n += 1) await data.saveTelemetry(id, [{ ts: YEAR_2100 + n, values: { a: n } }])
  expect(lines).toMatchObject([{ samples: 1, deviceId: id }])
  await store.close()
})

it('latest values of a jump forward recover when the clock is back, also of a device that sends nothing more', async () => {
  const { store, clock, data, id } = await open()
  await data.saveTelemetry(id, [{ ts: NOW, values: { a: 'true' } }])
  expect(store.clockTrouble()).toBeUndefined()
  clock.now += 30 * DAY_MS
  await data.saveTelemetry(id, [{ ts: clock.now, values: { a: 'jumped', b: 'jumped' } }])
  expect(store.clockTrouble()?.byMs).toBeGreaterThan(29 * DAY_MS)
  const notified: string[] = []
  data.subscribe(id, ({ kind }) => notified.push(kind))
  clock.now -= 30 * DAY_MS
  expect(store.clockTrouble()).toBeUndefined()
  await until(() => data.latest(id).get('a')?.value === 'true')
  expect(latest(data, id)).toEqual({ a: { ts: NOW, value: 'true' } })
  expect(notified).toEqual(['telemetryDeleted', 'telemetry'])
  await store.close()
})

it('each jump of the clock is notified in the log', async () => {
  const lines: string[] = []
  const { store, clock } = await open(':memory:', { ...quietLog, warn: (_details, message) => lines.push(message) })
  for (const byMs of [30 * DAY_MS, -30 * DAY_MS]) {
    clock.now += byMs
    store.clockTrouble()
  }
  expect(lines).toEqual([expect.stringContaining('jumped'), expect.stringContaining('is back')])
  await store.close()
})
