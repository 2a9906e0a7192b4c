import { foldText } from '@greenwave/contract/text'
import type { EntityCountQuery, EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import type { EntityType } from '@greenwave/contract/wire/ids'
import { badRequest } from '../../access/refusal.ts'
import { FairPlaces } from '../../limits/fairPlaces.ts'
import { LIMITS } from '../../limits/limits.ts'
import { pageTotals } from '../../store/listQuery.ts'
import type { Store } from '../../store/openStore.ts'
import { PageBudget } from '../../store/pageBudget.ts'
import { type AskedEntities, askedEntities } from './askedEntities.ts'
import { createEntityFilter, type Passes } from './entityFilter.ts'
import { createOrder } from './entityOrder.ts'
import { createShownKeys, createTextSearch, foundText, rowText } from './foundRow.ts'
import { directReaders } from './keyValues.ts'
import { type PageRows, rowsInOrder, sortedRows } from './pageRows.ts'
import { type ResolveDynamic, sizeOf } from './predicates.ts'
import { NUMBER_FIELD, type QueriedEntity } from './queriedEntity.ts'
import { createSlices, type Slices } from './slices.ts'
import { createValueColumns } from './valueColumns.ts'
import type { Asker } from './visibleEntities.ts'

/** Longest text that is remembered: names and labels are no longer. */
const LONGEST = 255
/** Most characters that are remembered; enough for the names and labels of fifty thousand devices. */
const MOST_CHARACTERS = 4_194_304

/**
 * Creates a `foldText` that remembers its results: each search folds the names and labels of all devices again, and
 * that takes longer than to look for a text in them.
 */
export function createRememberedFold(): (text: string) => string {
  const known = new Map<string, string>()
  let characters = 0
  return (text) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const folded = foldText(text)
    if (text.length > LONGEST) return folded
    characters += text.length + folded.length
    if (characters > MOST_CHARACTERS) {
      known.clear()
      characters = text.length + folded.length
    }
    known.set(text, folded)
    return folded
  }
}

/** Queries over many entities, which are all in memory. They take turns, and other work runs between their slices. */
export interface EntityQueries {
  /**
   * Resolves with a page of found entities as JSON text in UTF-8. Each entity is evaluated at its own instant; one that
   * its caller may no longer see when the page is written is left out.
   * @throws {Refusal} for a query that makes no sense
   * @throws {PageTooLarge}
   * @throws {TooMuchWaits}
   */
  find(query: EntityDataQuery, asker: Asker, signal: AbortSignal): Promise<Uint8Array>
  /**
   * Resolves with the entities that a query selects, all of them whatever its page, in its order.
   * @throws {Refusal} also for more than LIMITS.alarmOriginators
   */
  select(query: EntityDataQuery, asker: Asker, signal: AbortSignal): Promise<SelectedEntities>
  /** Resolves with the number of entities that a query selects. Throws what `find` throws. */
  count(query: EntityCountQuery, asker: Asker, signal: AbortSignal): Promise<number>
}

/** Entities that a query selected. */
export interface SelectedEntities {
  readonly entityType: EntityType
  readonly ids: readonly string[]
  /**
   * Returns the id of an entity with its fields and values now, as JSON text; undefined for an entity that its caller
   * may no longer see.
   */
  textOf(id: string): string | undefined
}

/** Rows are encoded when they have this many characters, so that no step takes long. */
const PIECE_CHARACTERS = 131_072

const ORDER_OF_CREATION = { key: { type: 'ENTITY_FIELD', key: NUMBER_FIELD }, direction: 'ASC' } as const

/** Creates the queries. `now` returns epoch milliseconds. */
export function createEntityQueries(store: Store, now: () => number): EntityQueries {
  const columns = createValueColumns(store)
  const direct = directReaders(store.data)
  const fold = createRememberedFold()
  const places = new FairPlaces({
    what: 'entity queries',
    total: LIMITS.entityQueries.value,
    ofOneOwner: LIMITS.entityQueriesOfUser.value,
    waitingOfOneOwner: LIMITS.entityQueriesWaitingOfUser.value,
  })

  /** Does work in a place of its own. */
  async function inTurn<T>(asker: Asker, signal: AbortSignal, work: (slices: Slices) => Promise<T>): Promise<T> {
    const leave = await places.take(asker.userId, signal)
    try {
      const slices = createSlices(signal)
      // Queries that waited would otherwise begin one after the other as soon as a place is free.
      await slices.pause()
      return await work(slices)
    } finally {
      leave()
    }
  }

  function conditionOf(query: EntityCountQuery, asked: AskedEntities, asker: Asker): Passes {
    const resolve: ResolveDynamic = ({ sourceType, sourceAttribute }) => {
      const { tenantId, customerId, userId } = asker
      const id = { CURRENT_TENANT: tenantId, CURRENT_CUSTOMER: customerId, CURRENT_USER: userId }[sourceType]
      return id === undefined ? undefined : store.data.attributes(id, 'SERVER_SCOPE').get(sourceAttribute)?.value
    }
    const sources = { fields: asked.kind, values: columns, resolve }
    const passes = createEntityFilter(query.keyFilters ?? [], query.keyFiltersOperation ?? 'AND', sources)
    return (entity) => asked.passes(entity) && passes(entity)
  }

  return {
    count(query, asker, signal) {
      checkSize(query)
      const asked = askedEntities(store, asker, query.entityFilter)
      const passes = conditionOf(query, asked, asker)
      return inTurn(asker, signal, (slices) => goThrough(asked.named ?? asked.kind.all(), passes, () => {}, slices))
    },
    select(query, asker, signal) {
      checkSize(query)
      const { entityFilter, pageLink, entityFields, latestValues } = query
      const asked = askedEntities(store, asker, entityFilter)
      const { kind } = asked
      const passes = conditionOf(query, asked, asker)
      const keys = { entityFields: entityFields ?? [], latestValues: latestValues ?? [] }
      const shown = createShownKeys(keys, kind, direct, now())
      return inTurn(asker, signal, async (slices) => {
        const pageSize = LIMITS.alarmOriginators.value
        const { rows, page } = arranged(asked, { ...pageLink, page: 0, pageSize })
        checkSelected(await goThrough(rows, passes, (entity) => page.add(entity), slices))
        return {
          entityType: kind.entityType,
          ids: page.page().map(({ id }) => id),
          textOf(id) {
            const entity = kind.byId(id)
            return entity && foundText(entity, kind, shown)
          },
        }
      })
    },
    find(query, asker, signal) {
      checkSize(query)
      const { entityFilter, pageLink, entityFields, latestValues } = query
      const asked = askedEntities(store, asker, entityFilter)
      const passes = conditionOf(query, asked, asker)
      const keys = { entityFields: entityFields ?? [], latestValues: latestValues ?? [] }
      const shown = createShownKeys(keys, asked.kind, direct, now())
      const isFound = pageLink.textSearch
        ? createTextSearch(pageLink.textSearch, keys, { fields: asked.kind, values: columns, fold })
        : () => true
      return inTurn(asker, signal, async (slices) => {
        const { rows, page } = arranged(asked, pageLink)
        const total = await goThrough(
          rows,
          (entity) => passes(entity) && isFound(entity),
          (entity) => page.add(entity),
          slices,
        )
        const budget = new PageBudget()
        const pieces = [encoder.encode('{"data":[')]
        let piece = ''
        let separator = ''
        for (const { id } of page.page()) {
          // It may have been deleted or taken from the caller's customer since it was found.
          const entity = asked.kind.byId(id)
          if (entity === undefined) continue
          const text = rowText(entity, asked.kind, shown)
          budget.take(text.length)
          piece += separator + text
          separator = ','
          if (piece.length >= PIECE_CHARACTERS) {
            pieces.push(encoder.encode(piece))
            piece = ''
          }
          if (slices.isOver()) await slices.pause()
        }
        pieces.push(encoder.encode(`${piece}],${JSON.stringify(pageTotals(total, pageLink)).slice(1)}`))
        return Buffer.concat(pieces)
      })
    },
  }

  /** Returns the entities to go through and what collects those of the page. */
  function arranged(
    { kind, named }: AskedEntities,
    { page, pageSize, sortOrder }: EntityDataQuery['pageLink'],
  ): { readonly rows: Iterable<QueriedEntity>; readonly page: PageRows } {
    const from = page * pageSize
    const window = { from, to: from + pageSize }
    const { key, direction } = sortOrder ?? ORDER_OF_CREATION
    if (named === undefined && key.type === 'ENTITY_FIELD') {
      const ordered = kind.inOrderOf?.(key.key)
      if (ordered) return { rows: direction === 'ASC' ? ordered : ordered.toReversed(), page: rowsInOrder(window) }
    }
    const place = createOrder(key, kind, columns)
    return { rows: named ?? kind.all(), page: sortedRows(window, place, direction ?? 'DESC') }
  }
}

const encoder = new TextEncoder()

/** Calls `take` with each entity that passes; resolves with how many do. */
async function goThrough(
  entities: Iterable<QueriedEntity>,
  passes: Passes,
  take: (entity: QueriedEntity) => void,
  slices: Slices,
): Promise<number> {
  let total = 0
  for (const entity of entities) {
    if (passes(entity)) {
      take(entity)
      total += 1
    }
    if (slices.isOver()) await slices.pause()
  }
  return total
}

/** Throws a Refusal when a query for alarms selects too many entities. */
export function checkSelected(count: number): void {
  const most = LIMITS.alarmOriginators.value
  if (count > most) {
    throw badRequest(
      `The query asks for the alarms of ${count} entities; select at most ${most} by entityFilter and keyFilters.`,
    )
  }
}

/** Throws a Refusal for a query with too many keys and predicates. */
function checkSize({ keyFilters, ...query }: EntityCountQuery & Partial<EntityDataQuery>): void {
  const predicates = (keyFilters ?? []).reduce((sum, { predicate }) => sum + sizeOf(predicate), 0)
  const size = predicates + (query.entityFields?.length ?? 0) + (query.latestValues?.length ?? 0)
  const most = LIMITS.queryParts.value
  if (size > most) throw badRequest(`The query has ${size} keys and predicates; ask for at most ${most} at a time.`)
}
