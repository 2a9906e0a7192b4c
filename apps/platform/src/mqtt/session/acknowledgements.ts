import type { PubackReason } from './reasonCodes.ts'

/** PUBLISH of a device, from its arrival until it is settled. */
export interface PendingPublish {
  /** Undefined for QoS 0, which gets no PUBACK but counts as in flight. */
  readonly messageId: number | undefined
  reason: PubackReason | undefined
}

/**
 * The PUBLISH packets of one session in order of arrival. Commits may end in another order, but [MQTT-4.6.0-2] PUBACKs
 * must be sent in the order in which the PUBLISH packets were received.
 */
export class Acknowledgements {
  readonly #waiting: PendingPublish[] = []
  readonly #onIdle: (() => void)[] = []
  readonly #send: (messageId: number, reason: PubackReason) => void

  constructor(send: (messageId: number, reason: PubackReason) => void) {
    this.#send = send
  }

  get inFlight(): number {
    return this.#waiting.length
  }

  begin(messageId: number | undefined): PendingPublish {
    const publish: PendingPublish = { messageId, reason: undefined }
    this.#waiting.push(publish)
    return publish
  }

  settle(publish: PendingPublish, reason: PubackReason): void {
    publish.reason = reason
    while (this.#waiting[0]?.reason !== undefined) {
      const first = this.#waiting.shift()
      if (first?.reason !== undefined && first.messageId !== undefined) this.#send(first.messageId, first.reason)
    }
    if (this.#waiting.length === 0) for (const resolve of this.#onIdle.splice(0)) resolve()
  }

  /** Resolves when nothing is in flight. */
  whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) resolve()
      else this.#onIdle.push(resolve)
    })
  }
}
