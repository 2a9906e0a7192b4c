import type { JsonValue } from '@greenwave/contract/attributes'
import { parseKeepingLiterals } from '../../data/values/numberLiteral.ts'

/** What became of a call to a device. */
export type CallOutcome = { answer: JsonValue | undefined } | 'noAnswer'

const MAX_CALL_ID = 2 ** 31 - 1

interface WaitingCall {
  readonly deviceId: string
  settle(outcome: CallOutcome): void
}

/**
 * The platform's calls to devices that wait for an answer. They outlive a connection: a device that comes back within the
 * time of a call may still answer it.
 */
export class DeviceCalls {
  readonly #waiting = new Map<number, WaitingCall>()
  #lastId = 0
  #ended = false

  /** An id for a call that no other waiting one has. */
  nextId(): number {
    do {
      this.#lastId = this.#lastId === MAX_CALL_ID ? 1 : this.#lastId + 1
    } while (this.#waiting.has(this.#lastId))
    return this.#lastId
  }

  /** Resolves with the device's answer, or with `'noAnswer'` when the time is up. */
  waitFor(deviceId: string, id: number, timeoutMs: number): Promise<CallOutcome> {
    if (this.#ended) return Promise.resolve('noAnswer')
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(id, 'noAnswer'), timeoutMs)
      this.#waiting.set(id, {
        deviceId,
        settle(outcome) {
          clearTimeout(timer)
          resolve(outcome)
        },
      })
    })
  }

  /** A device answered; an answer that nobody waits for, or that another device was asked for, is dropped. */
  answered(deviceId: string, id: number, text: string): void {
    if (this.#waiting.get(id)?.deviceId === deviceId) this.#settle(id, { answer: readAnswer(text) })
  }

  /** Gives up the calls to one device: it is gone for good. */
  abandon(deviceId: string): void {
    for (const [id, call] of [...this.#waiting]) if (call.deviceId === deviceId) this.#settle(id, 'noAnswer')
  }

  /** Gives up all calls, those to come included. */
  end(): void {
    this.#ended = true
    for (const id of [...this.#waiting.keys()]) this.#settle(id, 'noAnswer')
  }

  #settle(id: number, outcome: CallOutcome): void {
    const call = this.#waiting.get(id)
    this.#waiting.delete(id)
    call?.settle(outcome)
  }
}

/** A device may answer with any text: JSON is read, anything else is handed on as a string, nothing as undefined. */
function readAnswer(text: string): JsonValue | undefined {
  if (text === '') return undefined
  try {
    return parseKeepingLiterals(text) as JsonValue
  } catch {
    return text
  }
}
