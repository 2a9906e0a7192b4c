/**
 * @file The calendar switches a city from Friday to Saturday. Half of the junctions are sent to a minute before the day
 * begins, while both days run the same program, and change to the program of Saturday a minute after; for the other half
 * there is no such minute. What the signals showed is counted from the seconds that the controllers sent.
 */
import { loadavg } from 'node:os'
import { type Calendar, parseCalendar, writeCalendar } from '@greenwave/contract/records/calendars'
import { type ChangeRecord, parseChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CALENDAR_TYPE, CHANGE_KEY, KINDS_KEY } from '@greenwave/contract/records/recordKeys'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { timeZone } from '@greenwave/controller/timeZone'
import { freePorts } from '@greenwave/harness/freePorts'
import { startRecordingProxy } from '@greenwave/harness/recordingProxy'
import { type City, programOf, startCity } from '../tools/city.ts'
import { CityStage } from '../tools/cityStage.ts'
import { parallel } from '../tools/parallel.ts'
import { quantile } from '../tools/quantiles.ts'
import type { Row } from '../tools/report.ts'
import { seedDevices } from '../tools/seed.ts'

const JUNCTIONS = Number(process.env.BENCH_CALENDAR_JUNCTIONS ?? 2000)
/** Calls that the platform allows its watcher, such as `50:1,1000:60` in front of a ThingsBoard; unset: any number. */
const LIMITS = process.env.BENCH_CALENDAR_LIMITS
const PROBE_DEVICES = 50
const MINUTE_MS = 60_000
/** From the calendar's first sight to the switch: the watcher notes each junction's day before. */
const BEFORE_MS = 150_000
/** A phase of the probe begins so long before the first sending, and ends so long after the last change of program. */
const AROUND_MS = { before: 20_000, after: 175_000 }
const STEADY_SECONDS = 30
const P99_MS = 100
/** Cycle of all programs, its yellow, and the red clearance: the running cycle ends before a new program begins. */
const CYCLE_S = 80
/** Greens of phase 1 by program: what was shown tells the program. */
const GREENS = [30, 20, 14, 38] as const
/** A green is as set, or a second is between two samples. */
const GREEN_WITHIN_S = 1

/** Kinds by whether both days run the same program before the day begins; plans change at `change`, minutes of the day. */
function kindsOf(isAlike: boolean, change: number) {
  const at = { P2_HH: Math.floor(change / 60), P2_MM: change % 60, P2_ENT: 1 }
  const first = { P1_HH: 0, P1_MM: 0, P1_ENT: 1, Plan_total: 2 }
  return isAlike
    ? { working: { ...first, ...at, P1_Pr: 1, P2_Pr: 2 }, saturday: { ...first, ...at, P1_Pr: 1, P2_Pr: 3 } }
    : { working: { ...first, ...at, P1_Pr: 1, P2_Pr: 1 }, saturday: { ...first, ...at, P1_Pr: 4, P2_Pr: 4 } }
}

/** Measures the switch of `BENCH_CALENDAR_JUNCTIONS` (2,000 by default), and checks what each junction showed. */
export async function calendar(): Promise<Row[]> {
  const [metricsPort] = await freePorts(1)
  const scene = await startCity(JUNCTIONS, {
    ...{ GREENWAVE_METRICS_PORT: String(metricsPort), ...(LIMITS === undefined && { GREENWAVE_WATCHER: 'on' }) },
  })
  const stage = new CityStage(scene, `http://127.0.0.1:${metricsPort}`)
  const proxy = LIMITS === undefined ? undefined : await startRecordingProxy(scene.platform.url, true)
  try {
    if (LIMITS && proxy) {
      proxy.limitCalls(LIMITS)
      await scene.startWatcher(proxy.url)
    }
    const own = await seedDevices(scene.api, PROBE_DEVICES, 'PROBE')
    await scene.until('evaluated')
    const beginMs = Math.ceil((Date.now() + BEFORE_MS + JUNCTIONS * (LIMITS ? 500 : 10)) / MINUTE_MS) * MINUTE_MS
    await makeCalendar(scene, beginMs)
    await stage.open(own)
    await stage.measure('before the switch', STEADY_SECONDS, { p99Ms: P99_MS })
    const changeMs = beginMs + MINUTE_MS
    await pauseUntil(beginMs - MINUTE_MS - AROUND_MS.before)
    const seconds = (changeMs + AROUND_MS.after - Date.now()) / 1000
    await stage.measure('the switch', seconds, { p99Ms: P99_MS })
    await stage.close()
    return [...stage.rows, ...(await shownRows(scene, beginMs, changeMs))]
  } finally {
    await stage.close()
    await scene.stop()
    await proxy?.stop()
  }
}

async function makeCalendar({ api, seeded }: City, beginMs: number): Promise<void> {
  const changeMinute = (localMinute(beginMs) + 1) % 1440
  await parallel(seeded, async ({ device }, nth) => {
    const kinds = kindsOf(nth % 2 === 0, changeMinute)
    const programs = Object.assign({}, ...GREENS.map((green, program) => programOf(program + 1, green)))
    await api.writeAttributes(device.id.id, 'SHARED_SCOPE', { ...programs, ...kinds.working })
    await api.writeAttributes(device.id.id, 'SERVER_SCOPE', { [KINDS_KEY]: { calendar: 'city', kinds } })
  })
  await api.call('saveAsset', {
    body: { name: 'Calendar', type: CALENDAR_TYPE, additionalInfo: writeCalendar({}, calendarOf(beginMs)) },
  })
}

function calendarOf(beginMs: number): Calendar {
  const begin = new Date(localMinute(beginMs) * MINUTE_MS).toISOString().slice(0, 16)
  const { record } = parseCalendar({
    dayBegins: begin.slice(11),
    kinds: ['working', 'saturday'].map((id) => ({ id, name: id, color: 'grey' })),
    rules: [
      { on: 'date', date: begin.slice(0, 10), kind: 'saturday' },
      { on: 'weekdays', days: [1, 2, 3, 4, 5, 6, 7], kind: 'working' },
    ],
  })
  if (!record) throw new Error('not a calendar')
  return record
}

/** What a junction was sent and showed. Times are epoch milliseconds. */
interface ShownSwitch {
  readonly changes: readonly ChangeRecord[]
  /** Greens of phase 1 in order: their beginning and length. */
  readonly greens: readonly { readonly ms: number; readonly seconds: number }[]
}

async function shownRows({ api, seeded }: City, beginMs: number, changeMs: number): Promise<Row[]> {
  const untilMs = Date.now()
  const seen = { alike: [] as ShownSwitch[], others: [] as ShownSwitch[] }
  await parallel(seeded, async ({ device }, nth) => {
    const params = ofDevice(device.id.id)
    const span = {
      startTs: String(beginMs - 3 * MINUTE_MS),
      endTs: String(untilMs),
      limit: '5000',
      orderBy: 'ASC',
    } as const
    const found = await api.call('timeseries', {
      params,
      query: { ...span, keys: `T_X1,${CHANGE_KEY}`, agg: 'NONE', useStrictDataTypes: 'true' },
    })
    const changes = (found[CHANGE_KEY] ?? []).flatMap(({ ts, value }) => parseChangeRecord(ts, value) ?? [])
    const greens = greensOf((found.T_X1 ?? []).map(({ ts, value }) => [ts, Number(value)]))
    seen[nth % 2 === 0 ? 'alike' : 'others'].push({ changes, greens })
  })
  return [
    rowOf('the same program before the day begins', seen.alike, {
      sentMs: beginMs - MINUTE_MS,
      changeMs,
      from: 1,
      to: 3,
    }),
    rowOf('no such minute', seen.others, { sentMs: beginMs, changeMs: undefined, from: 1, to: 4 }),
  ]
}

/** Lists the greens whose beginning was shown. */
function greensOf(samples: readonly (readonly [ms: number, left: number])[]): ShownSwitch['greens'] {
  return samples.flatMap(([ms, left], nth) => {
    const before = samples[nth - 1]?.[1]
    return left > 0 && before === 0 ? [{ ms, seconds: left }] : []
  })
}

interface Expected {
  /** When it is sent. */
  readonly sentMs: number
  /** When the program changes; undefined: as soon as it is sent. */
  readonly changeMs: number | undefined
  readonly from: number
  readonly to: number
}

function rowOf(name: string, switches: readonly ShownSwitch[], { sentMs, changeMs, from, to }: Expected): Row {
  const sent = switches.flatMap(({ changes }) => changes.slice(0, 1).map(({ at }) => (at - sentMs) / 1000))
  const notOnce = switches.filter(({ changes }) => changes.length !== 1 || changes[0]?.state !== 'written').length
  const right = switches.map(({ greens, changes }) => {
    const programs = greens.map(({ seconds }) => programShown(seconds))
    const first = programs.indexOf(to)
    const begunMs = changeMs ?? changes[0]?.at ?? sentMs
    const seenS = first === -1 ? Number.POSITIVE_INFINITY : ((greens[first]?.ms ?? 0) - begunMs) / 1000
    const isOther = programs.some((program, nth) => program !== (first === -1 || nth < first ? from : to))
    return { seenS, isOther }
  })
  const seen = right.map(({ seenS }) => seenS)
  const late = seen.filter((seconds) => seconds > CYCLE_S + 1).length
  const others = right.filter(({ isOther }) => isOther).length
  const of = changeMs === undefined ? 'after its sending' : 'after the change of plan'
  return {
    name: `${switches.length} junctions, ${name}`,
    promise: `each is sent to once, shows the new program within a cycle (${CYCLE_S} s), and no other in between`,
    figure: [
      `sent ${spread(sent)} s after the minute; ${notOnce} not once`,
      `seen ${spread(seen)} s ${of}, ${late} later than a cycle; ${others} showed another program`,
    ].join('; '),
    baseline: `load ${loadavg()[0]?.toFixed(0)}`,
    kept: late === 0 && others === 0 && notOnce === 0,
  }
}

function programShown(seconds: number): number {
  return GREENS.findIndex((green) => Math.abs(green - seconds) <= GREEN_WITHIN_S) + 1
}

function spread(values: readonly number[]): string {
  return [0.5, 0.99, 1].map((share) => quantile(values, share).toFixed(1)).join(' / ')
}

function localMinute(utcMs: number): number {
  return Math.floor((utcMs + timeZone().aheadMs(utcMs)) / MINUTE_MS)
}

async function pauseUntil(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, ms - Date.now())))
}
