/** What became of each user's messages, kept where the user's console reads it. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { SentChannel } from '@greenwave/contract/notify'
import { type NotifyStatus, notifyStatusKey, readNotifyStatus } from '@greenwave/contract/notifyRecords'
import type { SendFailure } from './channel.ts'
import type { Listener } from './listeners.ts'

/** Most browsers that are remembered as gone. */
const MOST_GONE = 20

/** What came of one message. */
export interface Outcome {
  readonly channel: SentChannel
  /** Epoch milliseconds. */
  readonly atMs: number
  /** Undefined when it was sent. */
  readonly failure: SendFailure | undefined
  readonly gone: readonly string[]
  /** The time of the test that is answered by this, as its user asked for it. */
  readonly testAt?: number
}

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

/** Reads and writes statuses. */
export class Statuses {
  readonly #call: CallApi
  readonly #assetId: () => Promise<string>

  constructor(call: CallApi, assetId: () => Promise<string>) {
    this.#call = call
    this.#assetId = assetId
  }

  async read(listener: Listener): Promise<NotifyStatus> {
    const query = { keys: notifyStatusKey(listener.userId) }
    const [found] = await this.#call('attributes', { params: await this.#place(listener), query })
    return readNotifyStatus(found?.value)
  }

  /** Adds what came of a message. */
  async add(listener: Listener, outcome: Outcome): Promise<void> {
    const status = statusAfter(await this.read(listener), outcome)
    const body = { [notifyStatusKey(listener.userId)]: status }
    await this.#call('saveAttributes', { params: await this.#place(listener), body })
  }

  async #place({ customerId }: Listener) {
    const place =
      customerId === null
        ? ({ entityType: 'ASSET', entityId: await this.#assetId() } as const)
        : ({ entityType: 'CUSTOMER', entityId: customerId } as const)
    return { ...place, scope: 'SERVER_SCOPE' } as const
  }
}
