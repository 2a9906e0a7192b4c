/** Sums of a month and of the one before, read for messages: of all junctions, by customer. */
import type { CallApi } from '@greenwave/client/callTypes'
import { listRows } from '@greenwave/client/listPages'
import type { Sums } from '@greenwave/contract/records/daySums'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { parseIncidentDetails } from '@greenwave/contract/records/incidentDetails'
import { CORRIDOR_INCIDENT, isConsequence } from '@greenwave/contract/records/waves'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { isAssigned } from '@greenwave/contract/wire/ids'
import { addKinds, type KindSums, kindSums } from '@greenwave/observer/conformity/byKind'
import { DAY_MS, type DaySpan } from '@greenwave/observer/conformity/days'
import { incidentSums } from '@greenwave/observer/conformity/incidentSums'
import { BEFORE_MS, incidentTimes } from '@greenwave/observer/conformity/reading/dayReads'
import { fetchSpan, inParallel } from '@greenwave/observer/conformity/reading/spanReads'
import { addSums, NO_SUMS } from '@greenwave/observer/conformity/sums'
import { type Verdict, verdictOf } from '@greenwave/observer/conformity/verdict'
import { listDevices, type NamedDevice } from '../fleet/lists.ts'
import { WHOLE_FLEET } from '../fleet/share.ts'

/** The month of one junction. */
export interface JunctionMonth extends Pick<NamedDevice, 'id' | 'label'> {
  readonly verdict: Verdict
}

/** The month of the junctions of one customer, and the one before. */
export interface CustomerMonth {
  readonly sums: Sums
  /** Sums of the days of each kind in this month and the one before, and the incidents of corridors in both. */
  readonly kinds: KindSums
  readonly kindsBefore: KindSums
  readonly waves: Sums
  readonly wavesBefore: Sums
  readonly junctions: readonly JunctionMonth[]
}

/** Months by customer; the key null has the junctions of none. */
export type CityMonth = ReadonlyMap<string | null, CustomerMonth>

const NOTHING: CustomerMonth = {
  ...{ sums: NO_SUMS, kinds: new Map(), kindsBefore: new Map(), waves: NO_SUMS, wavesBefore: NO_SUMS, junctions: [] },
}
/** Calls at a time: reading a month must not slow down what a watcher is for. */
const AT_ONCE = 2
const PAGE_ROWS = 100

/** Dependencies of `fetchCityMonth`. */
export interface CityMonthDeps {
  readonly call: CallApi<WatcherCall>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
}

/** Fetches the month of all junctions with records, and the incidents of corridors. Rejects as the calls do. */
export async function fetchCityMonth(
  { call, now }: CityMonthDeps,
  span: DaySpan,
  earlier: DaySpan,
): Promise<CityMonth> {
  const devices: NamedDevice[] = []
  await listDevices(call, WHOLE_FLEET, (device) => devices.push(device))
  const months = new Map<string | null, CustomerMonth>()
  const add = (customerId: string | null, more: Partial<CustomerMonth>): void => {
    months.set(customerId, joined(months.get(customerId) ?? NOTHING, { ...NOTHING, ...more }))
  }
  await inParallel(devices, AT_ONCE, async ({ id, label, customerId }) => {
    const read = (of: DaySpan) => fetchSpan({ call, deviceId: id }, of, { nowMs: now() })
    const { days, sums } = await read(span)
    if (days.length === 0) return
    const kindsBefore = kindSums((await read(earlier)).days)
    add(customerId, { sums, kinds: kindSums(days), kindsBefore, junctions: [{ id, label, verdict: verdictOf(sums) }] })
  })
  for await (const alarm of corridorAlarms(call, earlier.fromMs - BEFORE_MS, span.untilMs + DAY_MS)) {
    const times = incidentTimes(alarm)
    const { customerId } = alarm
    const customer = customerId && isAssigned(customerId) ? customerId.id : null
    if (times?.code !== CORRIDOR_INCIDENT.code || !months.has(customer)) continue
    if (isConsequence(parseIncidentDetails(alarm.details)?.facts ?? {})) continue
    const sumsIn = (of: DaySpan): Sums => ({ ...NO_SUMS, incidents: incidentSums([times], of) })
    add(customer, { sums: sumsIn(span), waves: sumsIn(span), wavesBefore: sumsIn(earlier) })
  }
  return months
}

function corridorAlarms(call: CallApi<WatcherCall>, fromMs: number, untilMs: number): AsyncIterable<AlarmInfo> {
  const query = {
    ...{ pageSize: PAGE_ROWS, sortProperty: 'createdTime', sortOrder: 'DESC', typeList: CORRIDOR_INCIDENT.type },
    startTime: String(fromMs),
    endTime: String(untilMs),
  } as const
  return listRows((page) => call('alarmsV2', { query: { ...query, page } }))
}

/** Joins the months of customers, or of all junctions for null. */
export function monthOf(city: CityMonth, customers: readonly string[] | null): CustomerMonth {
  const own = [...city].filter(([id]) => customers === null || (id !== null && customers.includes(id)))
  return own.reduce<CustomerMonth>((all, [, month]) => joined(all, month), NOTHING)
}

function joined(a: CustomerMonth, b: CustomerMonth): CustomerMonth {
  return {
    sums: addSums(a.sums, b.sums),
    kinds: addKinds(a.kinds, b.kinds),
    kindsBefore: addKinds(a.kindsBefore, b.kindsBefore),
    waves: addSums(a.waves, b.waves),
    wavesBefore: addSums(a.wavesBefore, b.wavesBefore),
    junctions: [...a.junctions, ...b.junctions],
  }
}
