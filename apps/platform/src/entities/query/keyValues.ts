import type { AttributeScope } from '@greenwave/contract/wire/attributes'
import type { EntityKey } from '@greenwave/contract/wire/entityQueries'
import type { DeviceData, TimedValue } from '../../data/port/deviceData.ts'
import type { QueriedEntity } from './queriedEntity.ts'

/** Place of an entity's values: its latest telemetry, or the attributes of a scope. */
export type ValuePart = 'latest' | AttributeScope

/** Returns a value of an entity; undefined when it was never written. */
export type ReadValue = (entity: QueriedEntity) => TimedValue | undefined

/** Returns the reader of one key in one part. */
export type ValueReaders = (part: ValuePart, key: string) => ReadValue

/** The latest values and attributes of entities of any kind. */
export type ReadableValues = Pick<DeviceData, 'latest' | 'attributes'>

/** Returns readers that look a value up each time. */
export function directReaders(data: ReadableValues): ValueReaders {
  return (part, key) =>
    part === 'latest' ? ({ id }) => data.latest(id).get(key) : ({ id }) => data.attributes(id, part).get(key)
}

const PARTS_OF: Readonly<Record<EntityKey['type'], readonly ValuePart[]>> = {
  TIME_SERIES: ['latest'],
  SERVER_ATTRIBUTE: ['SERVER_SCOPE'],
  SHARED_ATTRIBUTE: ['SHARED_SCOPE'],
  CLIENT_ATTRIBUTE: ['CLIENT_SCOPE'],
  ATTRIBUTE: ['SERVER_SCOPE', 'SHARED_SCOPE', 'CLIENT_SCOPE'],
  // Fields are no values, and only queries for alarms have fields of alarms.
  ENTITY_FIELD: [],
  ALARM_FIELD: [],
}

/** Returns a reader for each place where the value of a key can be: several for an attribute of any scope. */
export function readersOf({ type, key }: EntityKey, readers: ValueReaders): readonly ReadValue[] {
  return PARTS_OF[type].map((part) => readers(part, key))
}

/** Returns the reader of the value that is shown for a key: in whichever place it was written last. */
export function shownValueReader(key: EntityKey, readers: ValueReaders): ReadValue {
  const [only, ...more] = readersOf(key, readers)
  if (only === undefined) return () => undefined
  if (more.length === 0) return only
  return (entity) => {
    let newest = only(entity)
    for (const read of more) {
      const value = read(entity)
      if (value && (newest === undefined || value.ts > newest.ts)) newest = value
    }
    return newest
  }
}
