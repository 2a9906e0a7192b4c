/** Observed share of the planned green waves: a row for each corridor and plan. */
import type { AssetInfo } from '@greenwave/contract/wire/assets'
import { CORRIDOR_TYPE } from '@greenwave/contract/records/corridors'
import {
  parseWave,
  parseWaveDay,
  WAVE_DAY_KEY,
  WAVE_KEY,
  type WaveCause,
  type WavePlanSums,
} from '@greenwave/contract/records/waves'
import type { Period } from '@greenwave/observer/conformity/days'
import { spanOf } from '@greenwave/observer/conformity/days'
import { queryOptions } from '@tanstack/react-query'
import { callHistory, callReports } from '../historyApi.ts'
import { callCorridors } from '../queries/corridors.ts'
import type { SessionState } from '../sessionStore.ts'

/** The cycles of a corridor and one of its plans. */
export interface WaveRow {
  readonly id: string
  readonly name: string
  readonly plan: string
  /** Name of the kind of day; empty where none is known. */
  readonly kind: string
  readonly evaluated: number
  readonly broken: number
  readonly unseen: number
  /** Shares of the planned bands that were there, outbound and inbound, 0 to 1; null where none is planned or seen. */
  readonly shares: readonly [number | null, number | null]
  /** Why no wave is planned, or its cycles are not seen, by what is known now; of rows without an evaluated cycle alone. */
  readonly reasons: readonly WaveCause[]
}

/** Causes for which a wave is never evaluated, whatever the controllers do. */
const REASONS: readonly WaveCause['code'][] = ['actuated', 'hidden']

/** Subject and period of a report. */
export interface WaveReportRequest {
  readonly period: Period
  /** Any time of the period, epoch milliseconds. */
  readonly atMs: number
  /** Ids of a customer, of a corridor; all that the user may see without any. */
  readonly customer?: string | undefined
  readonly corridor?: string | undefined
}

/** The first corridors are in a report, by name: there are few of them. */
const MOST_CORRIDORS = 200
const FRESH_MS = 600_000

/** Reads the rows of a report, corridors by name and plans by number. */
export function waveReportQuery(session: SessionState, { period, atMs, customer, corridor }: WaveReportRequest) {
  const { fromMs, untilMs } = spanOf(period, atMs)
  return queryOptions({
    queryKey: ['report', 'waves', fromMs, untilMs, customer, corridor],
    queryFn: async ({ signal }): Promise<readonly WaveRow[]> => {
      const corridors = await fetchCorridors(session, { customer, corridor }, signal)
      const rows: WaveRow[] = []
      for (const { id, name } of corridors) {
        const query = { keys: WAVE_DAY_KEY, startTs: String(fromMs), endTs: String(untilMs), limit: '40', agg: 'NONE' }
        const found = await callReports('timeseries', {
          params: { entityType: 'ASSET', entityId: id.id },
          query,
          signal,
        })
        const own = waveRows(id.id, name, found[WAVE_DAY_KEY] ?? [])
        const isEvaluated = own.length > 0 && own.every(({ evaluated }) => evaluated > 0)
        rows.push(...(isEvaluated ? own : withReasons(own, id.id, name, await fetchReasons(id.id, signal))))
      }
      return rows
    },
    staleTime: FRESH_MS,
  })
}

async function fetchReasons(corridorId: string, signal: AbortSignal): Promise<readonly WaveCause[]> {
  const params = { entityType: 'ASSET', entityId: corridorId, scope: 'SERVER_SCOPE' } as const
  const values = await callHistory('attributes', { params, query: { keys: WAVE_KEY }, signal })
  const causes = parseWave(values.find(({ key }) => key === WAVE_KEY)?.value)?.causes ?? []
  return causes.filter(({ code }) => REASONS.includes(code))
}

/** Returns the rows of a corridor with the reasons for those without an evaluated cycle: a row of its own where it has none. */
export function withReasons(
  rows: readonly WaveRow[],
  id: string,
  name: string,
  reasons: readonly WaveCause[],
): readonly WaveRow[] {
  if (reasons.length === 0) return rows
  const none: WaveRow = {
    id,
    name,
    plan: '',
    kind: '',
    evaluated: 0,
    broken: 0,
    unseen: 0,
    shares: [null, null],
    reasons,
  }
  return rows.length === 0 ? [none] : rows.map((row) => (row.evaluated === 0 ? { ...row, reasons } : row))
}

async function fetchCorridors(
  session: SessionState,
  { customer, corridor }: Pick<WaveReportRequest, 'customer' | 'corridor'>,
  signal: AbortSignal,
): Promise<readonly Pick<AssetInfo, 'id' | 'name'>[]> {
  if (corridor !== undefined) return [await callCorridors('assetInfo', { params: { assetId: corridor }, signal })]
  const query = { type: CORRIDOR_TYPE, page: 0, pageSize: MOST_CORRIDORS, sortProperty: 'name', sortOrder: 'ASC' }
  const own = session.state === 'signedIn' && session.isCustomerUser ? session.user.customerId : customer
  const { data } =
    own === undefined
      ? await callCorridors('tenantAssets', { query, signal })
      : await callCorridors('customerAssets', { params: { customerId: own }, query, signal })
  return data
}

/** Returns the rows of a corridor: the days of each plan and kind of day added up. */
export function waveRows(id: string, name: string, days: readonly { readonly value: unknown }[]): readonly WaveRow[] {
  const sums = new Map<string, WavePlanSums>()
  for (const { value } of days) {
    for (const day of parseWaveDay(value)?.plans ?? []) {
      const key = `${day.plan} ${day.kind ?? ''}`
      const before = sums.get(key)
      sums.set(key, before ? added(before, day) : day)
    }
  }
  return [...sums.values()]
    .sort((a, b) => a.plan.localeCompare(b.plan, 'en', { numeric: true }) || (a.kind ?? '').localeCompare(b.kind ?? ''))
    .map(({ plan, kind = '', judged, broken, unseen, seen, planned }) => {
      const share = (way: 0 | 1) => (planned[way] > 0 ? seen[way] / planned[way] : null)
      return { id, name, plan, kind, evaluated: judged, broken, unseen, shares: [share(0), share(1)], reasons: [] }
    })
}

function added(a: WavePlanSums, b: WavePlanSums): WavePlanSums {
  const both = (of: 'seen' | 'planned'): [number, number] => [a[of][0] + b[of][0], a[of][1] + b[of][1]]
  return {
    plan: a.plan,
    ...(a.kind && { kind: a.kind }),
    judged: a.judged + b.judged,
    broken: a.broken + b.broken,
    unseen: a.unseen + b.unseen,
    seen: both('seen'),
    planned: both('planned'),
  }
}
