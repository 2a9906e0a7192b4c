import { parsePhaseNames, SITE_KEY } from '@greenwave/contract/records/junctionSite'
import type { PhaseNames } from '@greenwave/controller/phaseNames'
import { queryOptions } from '@tanstack/react-query'
import { callFleet } from '../fleetApi.ts'

/** Most junctions in one query. */
const MOST = 100
/** Names hardly ever change, milliseconds. */
const FRESH_MS = 300_000

/**
 * Reads the names of a junction's phases, for components that do not follow its device. All rows of a list that read at
 * the same time are served by one call.
 */
export function phaseNamesQuery(deviceId: string) {
  return queryOptions({
    queryKey: ['phaseNames', deviceId],
    queryFn: async () => (await asked(deviceId)).get(deviceId) ?? [],
    staleTime: FRESH_MS,
    // Without them, phases have their numbers.
    retry: false,
  })
}

interface Batch {
  readonly ids: Set<string>
  readonly answer: Promise<ReadonlyMap<string, PhaseNames>>
}

/** The junctions that the next call asks about; undefined once it is made. */
let next: Batch | undefined

function asked(deviceId: string): Batch['answer'] {
  if (!next || next.ids.size >= MOST) {
    const ids = new Set<string>()
    const batch: Batch = {
      ids,
      answer: Promise.resolve().then(() => {
        if (next === batch) next = undefined
        return fetchNames([...ids])
      }),
    }
    next = batch
  }
  next.ids.add(deviceId)
  return next.answer
}

async function fetchNames(ids: readonly string[]): Promise<ReadonlyMap<string, PhaseNames>> {
  const { data } = await callFleet('findEntities', {
    body: {
      entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: [...ids] },
      pageLink: { page: 0, pageSize: MOST },
      latestValues: [{ type: 'SERVER_ATTRIBUTE', key: SITE_KEY }],
    },
  })
  return new Map(
    data.map(({ entityId, latest }) => [entityId.id, parsePhaseNames(latest.SERVER_ATTRIBUTE?.[SITE_KEY]?.value)]),
  )
}
