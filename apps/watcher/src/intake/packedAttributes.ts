/**
 * The attributes of a junction in a quarter of the memory: a watcher keeps eighty of each of thousands, and looks at them
 * a few times a day.
 */
import type { TimedValue, TimedValues } from '@greenwave/controller/timedValue'
import type { Attributes } from '@greenwave/observer/force'

/** Controllers of one make have the same keys. More sets of keys than this are not shared. */
const MOST_KEY_SETS = 1000
const keySets = new Map<string, readonly string[]>()

/** Attributes of one scope: keys, values, and one time for all of them or one for each. */
export interface PackedValues {
  readonly keys: readonly string[]
  readonly values: readonly unknown[]
  readonly times: number | readonly number[]
}

/** Returns attributes as they are kept. */
export function pack(values: TimedValues): PackedValues {
  const all: readonly TimedValue[] = Object.values(values)
  const first = all[0]?.ts ?? 0
  const isOneTime = all.every(({ ts }) => ts === first)
  return {
    keys: sharedKeys(Object.keys(values)),
    values: all.map(({ value }) => value),
    times: isOneTime ? first : all.map(({ ts }) => ts),
  }
}

/** Returns attributes as they were packed. */
export function unpack({ keys, values, times }: PackedValues): TimedValues {
  const timeOf = (index: number): number => (typeof times === 'number' ? times : (times[index] ?? 0))
  return Object.fromEntries(keys.map((key, index) => [key, { ts: timeOf(index), value: values[index] }]))
}

function sharedKeys(keys: readonly string[]): readonly string[] {
  const name = JSON.stringify(keys)
  const known = keySets.get(name)
  if (known || keySets.size >= MOST_KEY_SETS) return known ?? keys
  keySets.set(name, keys)
  return keys
}

/** The shared and client attributes of a controller, unpacked on each read. */
export class PackedAttributes implements Attributes {
  readonly #shared: PackedValues
  readonly #client: PackedValues

  constructor(shared: PackedValues = NOTHING, client: PackedValues = NOTHING) {
    this.#shared = shared
    this.#client = client
  }

  get shared(): TimedValues {
    return unpack(this.#shared)
  }

  get client(): TimedValues {
    return unpack(this.#client)
  }

  /** Returns these attributes with other ones of a scope. */
  with(scope: 'SHARED_SCOPE' | 'CLIENT_SCOPE', values: TimedValues): PackedAttributes {
    const packed = pack(values)
    return scope === 'SHARED_SCOPE'
      ? new PackedAttributes(packed, this.#client)
      : new PackedAttributes(this.#shared, packed)
  }
}

/** No attributes. */
export const NOTHING: PackedValues = { keys: [], values: [], times: 0 }
