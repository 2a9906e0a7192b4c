/** Delivery statuses of each user's messages, kept where the user's console reads them. */
import type { CallApi } from '@greenwave/client/callTypes'
import { type NotifyStatus, notifyStatusKey, parseNotifyStatus } from '@greenwave/contract/records/notifyRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { unlessRefused } from '../acts/writeQueue.ts'
import type { Outcome } from './channel.ts'
import type { Listener } from './listeners.ts'

/** Most browsers that are remembered as gone. */
const MOST_GONE = 20

/** Returns a status after a message. */
function statusAfter(status: NotifyStatus, { channel, atMs, failure, gone, testAt }: Outcome): NotifyStatus {
  const { sentAt } = status[channel] ?? { sentAt: 0 }
  return {
    ...status,
    [channel]: failure
      ? { sentAt, failure: { at: atMs, problem: failure.problem, detail: failure.message } }
      : { sentAt: atMs, failure: null },
    testAt: testAt ?? status.testAt,
    gone: [...new Set([...status.gone, ...gone])].slice(-MOST_GONE),
  }
}

/** Dependencies of `Statuses`. */
export interface StatusesDeps {
  readonly call: CallApi<WatcherCall>
  /** Returns the id of the watch asset. */
  readonly assetId: () => Promise<string>
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
}

/** Reads and writes statuses. */
export class Statuses {
  readonly #deps: StatusesDeps
  /** Ends with the last outcome that is being added. */
  #adding: Promise<void> = Promise.resolve()

  constructor(deps: StatusesDeps) {
    this.#deps = deps
  }

  async read(listener: Listener): Promise<NotifyStatus> {
    const query = { keys: notifyStatusKey(listener.userId) }
    const [found] = await this.#deps.call('attributes', { params: await this.#place(listener), query })
    return parseNotifyStatus(found?.value)
  }

  /** Adds what came of a message. One after the other: a user's channels share a status. */
  add(listener: Listener, outcome: Outcome): Promise<void> {
    const added = this.#adding.then(() =>
      unlessRefused(
        () => this.#write(listener, outcome),
        (error) => this.#deps.onRefused('to note what became of a message', error),
      ),
    )
    this.#adding = added.catch(() => {})
    return added
  }

  /** Notes that the verdict on a month is sent. Rejects when that cannot be written, also permanently. */
  noteMonth(listener: Listener, month: string): Promise<void> {
    const noted = this.#adding.then(async () => this.#save(listener, { ...(await this.read(listener)), month }))
    this.#adding = noted.catch(() => {})
    return noted
  }

  async #write(listener: Listener, outcome: Outcome): Promise<void> {
    await this.#save(listener, statusAfter(await this.read(listener), outcome))
  }

  async #save(listener: Listener, status: NotifyStatus): Promise<void> {
    const body = { [notifyStatusKey(listener.userId)]: status }
    await this.#deps.call('saveAttributes', { params: await this.#place(listener), body })
  }

  async #place({ customerId }: Listener) {
    const place =
      customerId === null
        ? ({ entityType: 'ASSET', entityId: await this.#deps.assetId() } as const)
        : ({ entityType: 'CUSTOMER', entityId: customerId } as const)
    return { ...place, scope: 'SERVER_SCOPE' } as const
  }
}
