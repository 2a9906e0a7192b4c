import type { AlarmChoice, AlarmCountQuery, AlarmDataQuery } from '@greenwave/contract/wire/alarmQueries'
import { type AlarmSearchStatus, AlarmStatus } from '@greenwave/contract/wire/alarms'
import type { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'
import { badRequest } from '../../access/refusal.ts'
import { FairPlaces } from '../../limits/fairPlaces.ts'
import { LIMITS } from '../../limits/limits.ts'
import { ALARM_SORTS } from '../../store/alarmPages.ts'
import { pageTotals } from '../../store/listQuery.ts'
import type { Store } from '../../store/openStore.ts'
import { PageBudget } from '../../store/pageBudget.ts'
import { ALARM_SEARCH_FIELDS, type AlarmFilter, type AlarmSearchField, type PageLink } from '../../store/store.ts'
import { checkSelected, type EntityQueries, type SelectedEntities } from './entityQueries.ts'
import { checkPattern } from './predicates.ts'
import { createSlices } from './slices.ts'
import { type Asker, visibleEntities } from './visibleEntities.ts'

/** Queries for the alarms of many entities. They take turns as entity queries do. */
export interface AlarmQueries {
  /**
   * Resolves with a page of alarms as JSON text in UTF-8. An alarm of an entity that the caller may no longer see when
   * the page is written is left out.
   * @throws {Refusal} for a query that makes no sense or selects too many entities
   * @throws {PageTooLarge}
   * @throws {TooMuchWaits}
   */
  find(query: AlarmDataQuery, asker: Asker, signal: AbortSignal): Promise<Uint8Array>
  /** Resolves with the number of alarms. Throws what `find` throws. */
  count(query: AlarmCountQuery, asker: Asker, signal: AbortSignal): Promise<number>
}

/** Other names of fields by which alarms are sorted. */
const SORT_FIELDS: ReadonlyMap<string, string> = new Map([
  ...[...ALARM_SORTS, 'assignee'].map((name): [string, string] => [name, name]),
  ['startTime', 'startTs'],
  ['endTime', 'endTs'],
  ['ackTime', 'ackTs'],
  ['clearTime', 'clearTs'],
  ['assignTime', 'assignTs'],
  ['originator', 'originatorName'],
  ['originatorDisplayName', 'originatorLabel'],
])

/** Creates the queries. `now` returns epoch milliseconds. */
export function createAlarmQueries(store: Store, entities: EntityQueries, now: () => number): AlarmQueries {
  const places = new FairPlaces({
    what: 'alarm queries',
    total: LIMITS.entityQueries.value,
    ofOneOwner: LIMITS.entityQueriesOfUser.value,
    waitingOfOneOwner: LIMITS.entityQueriesWaitingOfUser.value,
  })
  async function inTurn<T>(asker: Asker, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await places.take(asker.userId, signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Returns the originators of the alarms that are found through some entities, each with this entity: the entity
   * itself, and of a customer also what belongs to it.
   */
  function originatorsOf(
    { entityType, ids }: SelectedEntities,
    { searchPropagatedAlarms }: AlarmChoice,
    asker: Asker,
  ): { readonly through: ReadonlyMap<string, string>; readonly isPropagated: boolean } {
    const isPropagated = searchPropagatedAlarms === true && entityType === 'CUSTOMER'
    const through = new Map<string, string>()
    for (const id of ids) {
      through.set(id, id)
      if (!isPropagated) continue
      for (const kind of ['DEVICE', 'ASSET'] as const) {
        for (const owned of visibleEntities(store, { ...asker, customerId: id }, kind).all()) through.set(owned.id, id)
      }
      checkSelected(through.size)
    }
    return { through, isPropagated }
  }

  const filterOf = (choice: AlarmChoice, { customerId }: Asker): AlarmFilter => ({
    // Also where the originators are known: one may be taken from the customer until its alarms are read.
    customerId,
    ...timesOf(choice, now()),
    statuses: statusesOfWords(choice.statusList ?? []),
    severities: choice.severityList?.length ? choice.severityList : undefined,
    types: choice.typeList?.length ? choice.typeList : undefined,
    assigneeId: choice.assigneeId?.id,
  })

  return {
    async count(query, asker, signal) {
      const { entityFilter, keyFilters, keyFiltersOperation } = query
      const { userId, tenantId } = asker
      if (entityFilter == null) {
        if (keyFilters?.length)
          throw badRequest('keyFilters is given without entityFilter; add the entities to filter.')
        return store.alarms.count(userId, tenantId, filterOf(query, asker))
      }
      return inTurn(asker, signal, async () => {
        const all: EntityDataQuery = {
          entityFilter,
          keyFilters,
          keyFiltersOperation,
          pageLink: { page: 0, pageSize: 1 },
        }
        const { through, isPropagated } = originatorsOf(await entities.select(all, asker, signal), query, asker)
        return store.alarms.count(userId, tenantId, {
          ...filterOf(query, asker),
          originatorIds: [...through.keys()],
          isPropagated,
        })
      })
    },
    find({ alarmFields, ...query }, asker, signal) {
      const { pageLink } = query
      const { link, entityOrder } = orderOf(pageLink)
      if (pageLink.textSearch) checkPattern(pageLink.textSearch)
      const searched = ALARM_SEARCH_FIELDS.filter((field: AlarmSearchField) =>
        alarmFields.some(({ type, key }) => type === 'ALARM_FIELD' && key === field),
      )
      return inTurn(asker, signal, async () => {
        const byEntity = { ...query, pageLink: { ...pageLink, sortOrder: entityOrder } }
        const selected = await entities.select(byEntity, asker, signal)
        const { through, isPropagated } = originatorsOf(selected, pageLink, asker)
        const filter = { ...filterOf(pageLink, asker), originatorIds: [...through.keys()], isPropagated }
        const found = await store.alarms.ofOriginators(asker.userId, filter, link, searched)
        const slices = createSlices(signal)
        const budget = new PageBudget()
        const pieces = [encoder.encode('{"data":[')]
        let separator = ''
        for (const { originatorId, json } of found.rows()) {
          const entity = selected.textOf(through.get(originatorId) ?? '')
          if (entity !== undefined) {
            budget.take(json.length + entity.length)
            pieces.push(encoder.encode(`${separator}${json.slice(0, -1)},${entity.slice(1)}`))
            separator = ','
          }
          if (slices.isOver()) await slices.pause()
        }
        pieces.push(encoder.encode(`],${JSON.stringify(pageTotals(found.total, pageLink)).slice(1)}`))
        return Buffer.concat(pieces)
      })
    },
  }
}

const encoder = new TextEncoder()

/**
 * Selects the statuses of some search statuses; undefined for all. Those of one axis, such as ACTIVE and CLEARED, mean
 * either; the two axes are joined by "and".
 */
export function statusesOfWords(words: readonly AlarmSearchStatus[]): readonly AlarmStatus[] | undefined {
  if (words.length === 0 || words.includes('ANY')) return undefined
  const allows = (yes: AlarmSearchStatus, no: AlarmSearchStatus, is: boolean): boolean =>
    words.includes(yes) === words.includes(no) || words.includes(is ? yes : no)
  return AlarmStatus.options.filter(
    (status) =>
      allows('CLEARED', 'ACTIVE', status.startsWith('CLEARED')) && allows('ACK', 'UNACK', status.endsWith('_ACK')),
  )
}

/** Returns the time at which the alarms were raised. */
function timesOf({ startTs, endTs, timeWindow }: AlarmChoice, now: number): Pick<AlarmFilter, 'startTime' | 'endTime'> {
  if (!timeWindow) return { startTime: startTs || undefined, endTime: endTs || undefined }
  return startTs ? { startTime: startTs, endTime: startTs + timeWindow } : { startTime: now - timeWindow, endTime: now }
}

/** Returns the order of alarms, and of entities: alarms without an order of their own are in that of the entities. */
function orderOf({ page, pageSize, textSearch, sortOrder }: AlarmDataQuery['pageLink']) {
  const link: PageLink = {
    page,
    pageSize,
    textSearch: textSearch ?? undefined,
    sortProperty: 'place',
    sortOrder: 'ASC',
  }
  if (sortOrder?.key.type !== 'ALARM_FIELD') return { link, entityOrder: sortOrder }
  const { key, direction } = sortOrder
  const sortProperty = SORT_FIELDS.get(key.key)
  if (sortProperty === undefined) {
    const names = [...SORT_FIELDS.keys()].join(', ')
    throw badRequest(`pageLink.sortOrder.key.key is '${key.key.slice(0, 60)}'; alarms can be sorted by ${names}.`)
  }
  return { link: { ...link, sortProperty, sortOrder: direction ?? 'DESC' } as const, entityOrder: undefined }
}
