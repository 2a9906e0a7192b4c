/** The questions about all junctions, page by page. */
import type { EntityData, EntityDataQuery, KeyFilter } from '@greenwave/contract/wire/entityQueries'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { callFleet } from '../fleetApi.ts'
import { STATE_ALONE, WHOLE } from './fleetJunction.ts'

/** The most junctions that are kept. */
const MOST_JUNCTIONS = 20_000
/** Rows of a page: some 350 and 200 kB, which no task of the browser takes long to read. */
const WHOLE_ROWS = 500
const STATE_ROWS = 500
/** Ids in one question, some 8 kB. */
const IDS = 200

type Found = readonly EntityData[]

/** Reads junctions. Each rejects as the calls of the platform do. */
export interface FleetReads {
  /** Reads all of every junction and passes on page by page. Resolves with how many there are, kept or not. */
  all(onPage: (rows: Found) => void, signal: AbortSignal): Promise<number>
  /** Reads all of these junctions; those that are gone are missing. */
  these(ids: readonly string[], signal: AbortSignal): Promise<Found>
  /** Reads the states of all junctions with a level above 0 and passes on page by page. */
  troubled(onPage: (rows: Found) => void, signal: AbortSignal): Promise<unknown>
  /** Reads the states that began at or after a time, epoch milliseconds. */
  begunSince(ms: number, signal: AbortSignal): Promise<Found>
}

/** Makes the reads from the calls of entity queries. */
export function createFleetReads(call: typeof callFleet): FleetReads {
  const ALL = { type: 'entityType', entityType: 'DEVICE' } as const

  /** Reads pages until there are no more. The order of creation stays, so that a page more or less moves no row. */
  async function pages(
    { entityFilter = ALL, ...asked }: Partial<EntityDataQuery>,
    pageSize: number,
    onPage: (rows: Found) => void,
    signal: AbortSignal,
  ): Promise<number> {
    const sortOrder = { key: { type: 'ENTITY_FIELD' as const, key: 'createdTime' }, direction: 'ASC' as const }
    for (let page = 0; ; page += 1) {
      const body = { ...asked, entityFilter, pageLink: { page, pageSize, sortOrder } }
      const { data, hasNext, totalElements } = await call('findEntities', { body, signal })
      onPage(data)
      if (!hasNext || (page + 1) * pageSize >= MOST_JUNCTIONS) return totalElements
    }
  }

  async function gathered(asked: Partial<EntityDataQuery>, pageSize: number, signal: AbortSignal): Promise<Found> {
    const rows: EntityData[] = []
    await pages(asked, pageSize, (page) => rows.push(...page), signal)
    return rows
  }

  return {
    all: (onPage, signal) => pages(WHOLE, WHOLE_ROWS, onPage, signal),
    async these(ids, signal) {
      const rows: EntityData[] = []
      for (let from = 0; from < ids.length; from += IDS) {
        const entityFilter = {
          type: 'entityList',
          entityType: 'DEVICE',
          entityList: ids.slice(from, from + IDS),
        } as const
        rows.push(...(await gathered({ ...WHOLE, entityFilter }, IDS, signal)))
      }
      return rows
    },
    troubled: (onPage, signal) =>
      pages({ ...STATE_ALONE, keyFilters: [atLeast(JUNCTION_KEYS.level, 1)] }, STATE_ROWS, onPage, signal),
    begunSince: (ms, signal) =>
      gathered({ ...STATE_ALONE, keyFilters: [atLeast(JUNCTION_KEYS.since, ms)] }, STATE_ROWS, signal),
  }
}

function atLeast(key: string, value: number): KeyFilter {
  return {
    key: { type: 'SERVER_ATTRIBUTE', key },
    predicate: { type: 'NUMERIC', operation: 'GREATER_OR_EQUAL', value: { defaultValue: value } },
  }
}
