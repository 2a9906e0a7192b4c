import { EntityDataQuery } from '@greenwave/contract/wire/entityQueries'

/** Returns a field of an entity as queries name it. */
export const field = (key: string) => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string) => ({ type: 'SERVER_ATTRIBUTE', key })

/** The first 20 junctions with anything wrong, the worst first: what a console asks when something has changed. */
export const WORST_FIRST = EntityDataQuery.parse({
  entityFilter: { type: 'entityType', entityType: 'DEVICE' },
  pageLink: { pageSize: 20, page: 0, sortOrder: { key: attribute('gw_level'), direction: 'DESC' } },
  entityFields: ['name', 'label', 'ownerName'].map(field),
  latestValues: ['gw_level', 'gw_since', 'gw_state', 'gw_mode'].map(attribute),
  keyFilters: [
    { key: attribute('gw_level'), predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 0 } } },
  ],
})
