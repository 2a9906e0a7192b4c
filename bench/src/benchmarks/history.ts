import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { countedCycles } from '@greenwave/observer/conformity/countDay'
import { DAY_MS, spanOf } from '@greenwave/observer/conformity/days'
import { verdictOf, worseFirst } from '@greenwave/observer/conformity/verdict'
import { fetchDayRecords } from '@greenwave/observer/conformity/reading/dayReads'
import { inParallel, fetchSpan, type SpanSums } from '@greenwave/observer/conformity/reading/spanReads'
import type { Api } from '@greenwave/harness/api'
import { copyDevices } from '@greenwave/harness/copyDevices'
import { startPlatformProcess } from '@greenwave/harness/platformProcess'
import { describeMs, quantile } from '../tools/quantiles.ts'
import { fillHistory } from '../tools/recordHistory.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices, signInAsAdmin } from '../tools/seed.ts'

const CONTROLLERS = Number(process.env.BENCH_HISTORY_CONTROLLERS ?? 1000)
const RAW_CONTROLLERS = Math.min(50, CONTROLLERS)
const DAYS = 90
const RAW_DAYS = 7
const MONTHS_READ = 3
const DAYS_READ = 100
/** As many calls as a browser makes at a time. */
const AT_ONCE = 6

/**
 * Measures a month's conformity of 1,000 junctions (`BENCH_HISTORY_CONTROLLERS`) and the cycles of a day of one, as the
 * console computes them, over HTTP, with 90 days of records and 7 days of raw seconds of 50 of them in the store. The
 * baseline of the month is counting it from its cycles, for one junction.
 */
export async function history(): Promise<Row[]> {
  const platform = await startPlatformProcess()
  const [first] = await seedDevices(await signInAsAdmin(platform), 1)
  const original = first?.device.id.id ?? ''
  await copyDevices(
    platform,
    Array.from({ length: CONTROLLERS - 1 }, (_, nth) => ({
      original,
      name: `TLC ${nth}`,
      label: `Ngã tư ${nth % 97}`,
    })),
  )
  const deviceIds = await allIds(await signInAsAdmin(platform))
  const nowMs = Date.now()
  const plan = { deviceIds, days: DAYS, rawDevices: RAW_CONTROLLERS, rawDays: RAW_DAYS, nowMs }
  const beganMs = performance.now()
  const { fromMs } = await fillHistory(platform, plan)
  const filledSeconds = (performance.now() - beganMs) / 1000
  const api = await signInAsAdmin(platform)
  const month = spanOf('month', fromMs + 45 * DAY_MS)

  const months: number[] = []
  for (let nth = 0; nth < MONTHS_READ; nth += 1) {
    const at = performance.now()
    const read: SpanSums[] = []
    await inParallel(deviceIds, AT_ONCE, async (deviceId) => {
      read.push(await fetchSpan({ call: api.call, deviceId }, month, { nowMs }))
    })
    const worst = read.map(({ sums }) => verdictOf(sums)).sort(worseFirst)
    months.push(performance.now() - at)
    if (read.some(({ unrecorded }) => unrecorded > 0) || worst.length !== CONTROLLERS)
      throw new Error('days are missing')
  }
  const counted = performance.now()
  for (let dayMs = month.fromMs; dayMs < month.untilMs; dayMs += DAY_MS) {
    await fetchDayRecords({ call: api.call, deviceId: original }, dayMs, nowMs)
  }
  const countedMs = performance.now() - counted

  const days: number[] = []
  for (let nth = 0; nth < DAYS_READ; nth += 1) {
    const deviceId = deviceIds[(nth * 97) % deviceIds.length] ?? ''
    const at = performance.now()
    const cycles = countedCycles(
      await fetchDayRecords({ call: api.call, deviceId }, fromMs + ((nth * 31) % DAYS) * DAY_MS, nowMs),
    )
    days.push(performance.now() - at)
    if (cycles.length < 900) throw new Error(`a day of ${cycles.length} cycles`)
  }
  const bytes = bytesOf(join(platform.dataDir, 'history'))
  await platform.stop()
  const recordsADay = bytes.records / CONTROLLERS / DAYS / 1e6
  const rawADay = bytes.raw / RAW_CONTROLLERS / (RAW_DAYS + 0.5) / 1e6
  return [
    {
      ...{ name: `a month's conformity of ${CONTROLLERS} junctions, over HTTP`, promise: '<= 5 s' },
      ...{ figure: months.map((ms) => `${(ms / 1000).toFixed(2)} s`).join(', '), kept: Math.max(...months) <= 5000 },
      baseline: `counted from its cycles, one junction: ${(countedMs / 1000).toFixed(2)} s`,
    },
    {
      ...{
        name: "a day of a junction's cycles, over HTTP",
        promise: '<= 200 ms',
        figure: describeMs(days),
        baseline: '',
      },
      kept: quantile(days, 0.99) <= 200,
    },
    {
      ...{ name: 'records of a controller and day, on the disk', promise: '<= 0.5 MB', baseline: '' },
      ...{ figure: `${recordsADay.toFixed(3)} MB`, kept: recordsADay <= 0.5 },
    },
    {
      ...{ name: 'raw seconds of a controller and day, on the disk', promise: '<= 6 MB', baseline: '' },
      ...{ figure: `about ${rawADay.toFixed(2)} MB`, kept: rawADay <= 6 },
    },
    {
      ...{ name: `${DAYS} days of ${CONTROLLERS} controllers were made in`, promise: '', baseline: '' },
      ...{
        figure: `${filledSeconds.toFixed(0)} s, ${((bytes.records + bytes.raw) / 1e9).toFixed(1)} GB`,
        kept: undefined,
      },
    },
  ]
}

async function allIds(api: Api): Promise<readonly string[]> {
  const ids: string[] = []
  for (let page = 0; ; page += 1) {
    const { data, hasNext } = await api.call('tenantDevices', { query: { page, pageSize: 1000 } })
    ids.push(...data.map(({ id }) => id.id))
    if (!hasNext) return ids
  }
}

function bytesOf(folder: string): { readonly records: number; readonly raw: number } {
  const sizes = readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }))
  const sum = (isOfKind: (name: string) => boolean): number =>
    sizes.reduce((all, { name, bytes }) => (isOfKind(name) ? all + bytes : all), 0)
  return { records: sum((name) => name.startsWith('records-')), raw: sum((name) => !name.startsWith('records-')) }
}
