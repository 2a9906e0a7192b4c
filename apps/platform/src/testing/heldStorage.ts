import { vi } from 'vitest'
import { createDeviceDataStore, type DeviceDataStore } from '../data/memory/deviceDataStore.ts'
import type { CommitBatch, ValueStorage } from '../data/port/valueStorage.ts'
import { openMemoryStorage } from '../data/worker/memoryStorage.ts'
import { quietLog } from './testEntities.ts'

/** A commit that waits for the test. */
export interface HeldCommit {
  readonly batch: CommitBatch
  /** Lets the commit succeed, or fail with nothing written. */
  end(error?: Error): Promise<void>
}

/** Creates a store of values for tests that decide when each commit ends, and how. */
export function createHeldStorage(): {
  readonly data: DeviceDataStore
  readonly storage: ValueStorage
  readonly held: readonly HeldCommit[]
  /** Resolves with the n-th commit, counted from 0, when it has begun. */
  readonly commitNo: (n: number) => Promise<HeldCommit>
} {
  const storage = openMemoryStorage()
  const held: HeldCommit[] = []
  const data = createDeviceDataStore(
    {
      ...storage,
      commit: (batch) => {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const end = async (error?: Error): Promise<void> => {
          if (error) reject(error)
          else resolve(storage.commit(batch))
          await promise.catch(() => {})
        }
        held.push({ batch, end })
        return promise
      },
    },
    quietLog,
  )
  return { data, storage, held, commitNo: (n) => vi.waitFor(() => expectCommit(held[n]), { timeout: 180_000 }) }
}

function expectCommit<T>(commit: T | undefined): T {
  if (commit === undefined) throw new Error('not committed yet')
  return commit
}
