interface Entry<V> {
  readonly value: V
  readonly endsMs: number
}

/** Values that are forgotten after a while, and the oldest sooner when there are too many. */
export interface ExpiringMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  /** Gives a value once: it is forgotten by being taken. */
  take(key: string): V | undefined
  delete(key: string): void
}

/**
 * @param lifeMs how long a value is kept after it was set, milliseconds
 * @param limit most values that are kept: callers must not fill the memory
 */
export function createExpiringMap<V>(lifeMs: number, limit: number, now: () => number): ExpiringMap<V> {
  const entries = new Map<string, Entry<V>>()
  function get(key: string): V | undefined {
    const entry = entries.get(key)
    if (entry === undefined) return undefined
    if (entry.endsMs > now()) return entry.value
    entries.delete(key)
    return undefined
  }
  return {
    get,
    set(key, value) {
      // Set anew it is the youngest, so that the first key is always the oldest.
      entries.delete(key)
      entries.set(key, { value, endsMs: now() + lifeMs })
      const oldest = entries.size > limit ? entries.keys().next() : undefined
      if (oldest !== undefined && !oldest.done) entries.delete(oldest.value)
    },
    take(key) {
      const value = get(key)
      entries.delete(key)
      return value
    },
    delete: (key) => void entries.delete(key),
  }
}
