import { LIVE_CLOSE } from '@greenwave/contract/wire/live'
import { beginAnswer } from '../data/memory/historyReads.ts'
import type { DeviceData } from '../data/port/deviceData.ts'
import { LIMITS } from '../limits/limits.ts'
import { frame } from './frames.ts'
import { type HistoryRequest, historyFrame } from './history.ts'
import type { Outbox } from './outbox.ts'

/**
 * Replies up to this size are sent whole, bytes. Longer replies are sent as parts of one frame, each when the network
 * has taken the one before.
 */
const WHOLE_BYTES = 262_144

const HEAD = '"errorCode":0,"errorMsg":null,"data":'

/** The socket and values that history replies use. */
export interface HistoryReplyDeps {
  readonly data: DeviceData
  readonly outbox: Outbox
  /** The user who reads; all sockets of a user share the user's places. */
  readonly owner: string
  /** Closes the connection. */
  readonly close: (code: number, reason: string) => void
}

/** Reply that waits to be read. */
interface AskedReply {
  readonly cmdId: number
  readonly entityId: string
  readonly request: HistoryRequest
  /** Called before the reply is sent, with a function that sends it. */
  readonly onReady: (send: () => void) => void
  readonly onFailed: () => void
}

/** The replies of one socket that are read from history, one after the other, each as fast as the socket takes it. */
export class HistoryReplies {
  readonly #deps: HistoryReplyDeps
  readonly #waiting: AskedReply[] = []
  readonly #leaving = new AbortController()
  #isReading = false

  constructor(deps: HistoryReplyDeps) {
    this.#deps = deps
  }

  /** Queues a reply; returns false when too many of this socket wait already. */
  ask(reply: AskedReply): boolean {
    if (this.#waiting.length >= LIMITS.historyReadsWaitingOfSocket.value) return false
    this.#waiting.push(reply)
    if (!this.#isReading) void this.#readOn()
    return true
  }

  /** Stops reading because the socket is closed. */
  stop(): void {
    this.#waiting.length = 0
    this.#leaving.abort()
  }

  async #readOn(): Promise<void> {
    this.#isReading = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) await this.#read(next)
    this.#isReading = false
  }

  async #read({ cmdId, entityId, request, onReady, onFailed }: AskedReply): Promise<void> {
    const { data, outbox, owner, close } = this.#deps
    const { signal } = this.#leaving
    const head = frame(cmdId, HEAD)
    try {
      const answer = await beginAnswer(historyFrame(data, entityId, request, { owner, signal }), WHOLE_BYTES)
      if (signal.aborted) {
        if ('rest' in answer) await answer.rest.return(undefined)
        return
      }
      if ('whole' in answer) {
        onReady(() => outbox.reply(head + answer.whole.toString()))
        await outbox.whenCalm(signal)
        return
      }
      let sent = Promise.resolve()
      onReady(() => {
        sent = outbox.replyInParts(Buffer.concat([Buffer.from(head), answer.begun]), answer.rest, signal)
      })
      // A frame that was begun must be finished, so a failure closes the connection.
      await sent.catch(() => close(LIVE_CLOSE.internal, 'Failed to fetch data!'))
      await answer.rest.return(undefined)
    } catch {
      if (!signal.aborted) onFailed()
    }
  }
}
