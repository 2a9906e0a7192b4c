import type { DeviceChange, DeviceData, TimedValue } from '../../data/port/deviceData.ts'
import { LIMITS } from '../../limits/limits.ts'
import type { Store } from '../../store/openStore.ts'
import { directReaders, type ValuePart, type ValueReaders } from './keyValues.ts'

/** The values of one key of all devices, by their places: undefined when not read yet, null when there is none. */
type Column = (TimedValue | null | undefined)[]

interface ValuesOfDevices {
  readonly data: Pick<DeviceData, 'latest' | 'attributes' | 'subscribeAll'>
  readonly devices: Pick<Store['devices'], 'ownerOf'>
}

/**
 * Creates readers that remember the values of the keys for which they were made last. To look up a value of each of
 * ten thousand devices takes ten milliseconds or more, to go through a column a few tenths of one. A value that is
 * written is forgotten, and read again at its next use.
 */
export function createValueColumns({ data, devices }: ValuesOfDevices): ValueReaders {
  /** By part and key; the one used longest ago comes first. */
  const columns = new Map<string, { readonly part: ValuePart; readonly key: string; readonly values: Column }>()
  const read = directReaders(data)

  data.subscribeAll((change) => {
    let place: number | undefined
    for (const { part, key, values } of columns.values()) {
      if (!concerns(change, part, key)) continue
      place ??= devices.ownerOf(change.deviceId)?.place
      if (place === undefined) return
      values[place] = undefined
    }
  })

  const columnOf = (part: ValuePart, key: string): Column => {
    const name = `${part} ${key}`
    const column = columns.get(name) ?? { part, key, values: [] }
    columns.delete(name)
    columns.set(name, column)
    const [oldest] = columns.keys()
    if (columns.size > LIMITS.queryColumns.value && oldest !== undefined) columns.delete(oldest)
    return column.values
  }

  return (part, key) => {
    const values = columnOf(part, key)
    const readOne = read(part, key)
    return (entity) => {
      const { place } = entity
      if (place === undefined) return readOne(entity)
      let value = values[place]
      if (value === undefined) {
        value = readOne(entity) ?? null
        values[place] = value
      }
      return value ?? undefined
    }
  }
}

/** Returns whether a change can have changed a value. */
function concerns(change: DeviceChange, part: ValuePart, key: string): boolean {
  switch (change.kind) {
    case 'telemetry':
      return part === 'latest' && change.samples.some(({ values }) => Object.hasOwn(values, key))
    case 'telemetryDeleted':
      return part === 'latest' && change.keys.includes(key)
    case 'attributes':
      return part === change.scope && Object.hasOwn(change.values, key)
    case 'attributesDeleted':
      return part === change.scope && change.keys.includes(key)
    case 'ownerDeleted':
      return true
  }
}
