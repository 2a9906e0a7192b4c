interface Entry<V> {
  readonly value: V
  readonly endsMs: number
}

/** A map whose values expire after a while. When there are too many, the oldest are dropped. */
export interface ExpiringMap<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  /** Returns a value and removes it. */
  take(key: string): V | undefined
  delete(key: string): void
}

/**
 * Creates an expiring map.
 * @param lifeMs how long a value is kept after it was set, milliseconds
 * @param limit most values kept, so that callers cannot fill the memory
 * @param now returns epoch milliseconds
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
      // Deletes first, so that the key moves to the end and the first key is always the oldest.
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
