import { vi } from 'vitest'

/** Replaces the browser's caches by maps in memory, and returns these maps. */
export function stubCaches() {
  const stores = new Map<string, Map<string, Response>>()
  const cacheOf = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      async put(key: string, answer: Response) {
        store.delete(key)
        store.set(key, answer)
      },
      match: async (key: string) => store.get(key)?.clone(),
      delete: async (key: string) => store.delete(key),
      keys: async () => [...store.keys()],
    }
  }
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheOf(name),
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    keys: async () => [...stores.keys()],
  })
  return {
    names: () => [...stores.keys()],
    /** The keys of all answers, the oldest of each cache first. */
    entries: () => [...stores.values()].flatMap((store) => [...store.keys()]),
  }
}
