/** @file Reads what the phases of a junction showed around a hold. Apart from other reads of routes, which the shell needs. */
import { ofDevice } from '@greenwave/contract/wire/ids'
import { type PhaseNumber, PHASES } from '@greenwave/controller/controllerLimits'
import { lampKeys } from '@greenwave/controller/keys'
import { queryOptions } from '@tanstack/react-query'
import { callRollouts } from '../changeApi.ts'
import { serverNowMs } from '../serverTime.ts'

/** What a phase showed in one second; epoch milliseconds. */
export interface LampSample {
  readonly ms: number
  readonly red: boolean
  readonly green: boolean
}

/** The lamps of a junction are read for so long before and after it was held, milliseconds: more than a cycle. */
const AROUND_HOLD_MS = 180_000
const LAMPS_AGAIN_MS = 15_000
const MOST_SAMPLES = 2_000

/** Reads what the phases of a junction showed around a hold; again until a cycle after it. */
export function lampsAroundQuery(deviceId: string, fromMs: number, untilMs: number) {
  const [startTs, endTs] = [fromMs - AROUND_HOLD_MS, untilMs + AROUND_HOLD_MS]
  return queryOptions({
    queryKey: ['routes', 'lamps', deviceId, startTs, endTs],
    queryFn: async ({ signal }): Promise<ReadonlyMap<PhaseNumber, readonly LampSample[]>> => {
      const keys = PHASES.flatMap((phase) => [lampKeys(phase).red, lampKeys(phase).green]).join()
      const times = { startTs: String(startTs), endTs: String(endTs), limit: String(MOST_SAMPLES) }
      const query = { keys, ...times, orderBy: 'ASC', agg: 'NONE' } as const
      const found = await callRollouts('timeseries', { params: ofDevice(deviceId), query, signal })
      return new Map(
        PHASES.map((phase) => {
          const { red, green } = lampKeys(phase)
          const greens = new Map(found[green]?.map(({ ts, value }) => [ts, Number(value) > 0]))
          const samples = (found[red] ?? []).map(({ ts, value }) => ({
            ...{ ms: ts, red: Number(value) > 0, green: greens.get(ts) === true },
          }))
          return [phase, samples] as const
        }),
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: () => serverNowMs() < endTs && LAMPS_AGAIN_MS,
  })
}
