/** Notification log: what the platform has, and what has yet to be written there. */
import type { CallApi } from '@greenwave/client/callTypes'
import { NOTIFIED_KEY, type Notified } from '@greenwave/contract/records/notifyRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { unlessRefused } from '../acts/writeQueue.ts'

/** Writes at a time. */
const AT_ONCE = 8

/** Dependencies of a `NotificationLog`. */
export interface ToldBookDeps {
  readonly call: CallApi<WatcherCall>
  /** Stored notification log of a device; undefined while unknown. */
  readonly stored: (deviceId: string) => Notified | undefined
  /** Returns of which kind the entity with an id is. */
  readonly entityTypeOf: (id: string) => 'DEVICE' | 'ASSET'
  /** Takes over what the platform has now. */
  readonly onStored: (deviceId: string, notified: Notified) => void
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
}

/** Notification logs by device that differ from the platform's. */
export class NotificationLog {
  readonly #deps: ToldBookDeps
  readonly #changed = new Map<string, Notified>()

  constructor(deps: ToldBookDeps) {
    this.#deps = deps
  }

  /** Notification log of a device's incidents; undefined while unknown. */
  of(deviceId: string): Notified | undefined {
    return this.#changed.get(deviceId) ?? this.#deps.stored(deviceId)
  }

  /** Notes notifications; `flush` writes them. */
  set(deviceId: string, notified: Notified): void {
    this.#changed.set(deviceId, notified)
  }

  /** Writes what was noted. Rejects with the first error that may pass; what was not written is written next time. */
  async flush(): Promise<void> {
    const waiting = [...this.#changed]
    const writeNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await this.#write(...next)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, writeNext))
  }

  async #write(deviceId: string, notified: Notified): Promise<void> {
    const params = {
      entityType: this.#deps.entityTypeOf(deviceId),
      entityId: deviceId,
      scope: 'SERVER_SCOPE',
    } as const
    const isEmpty = Object.keys(notified).length === 0
    await unlessRefused(
      () =>
        isEmpty
          ? this.#deps.call('deleteAttributes', { params, query: { keys: NOTIFIED_KEY } })
          : this.#deps.call('saveAttributes', { params, body: { [NOTIFIED_KEY]: notified } }),
      (error) => {
        // A device that was deleted needs no record.
        if (error.status !== 404) this.#deps.onRefused('to note who was notified', error)
      },
    )
    this.#deps.onStored(deviceId, notified)
    if (this.#changed.get(deviceId) === notified) this.#changed.delete(deviceId)
  }
}
