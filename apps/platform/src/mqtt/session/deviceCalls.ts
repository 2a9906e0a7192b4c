import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { parseKeepingLiterals } from '../../data/values/numberLiteral.ts'

/** The result of a call to a device. */
export type CallOutcome = { answer: JsonValue | undefined } | 'noAnswer'

const MAX_CALL_ID = 2 ** 31 - 1

interface WaitingCall {
  readonly deviceId: string
  settle(outcome: CallOutcome): void
}

/**
 * The platform's calls that wait for a device's answer. They survive the connection: a device that reconnects in time
 * may still answer.
 */
export class DeviceCalls {
  readonly #waiting = new Map<number, WaitingCall>()
  #lastId = 0
  #ended = false

  /** Returns an id that no waiting call has. */
  nextId(): number {
    do {
      this.#lastId = this.#lastId === MAX_CALL_ID ? 1 : this.#lastId + 1
    } while (this.#waiting.has(this.#lastId))
    return this.#lastId
  }

  /** Resolves with the device's answer, or with `'noAnswer'` after `timeoutMs`. */
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

  /**
   * Passes a device's answer to its call. Ignores an answer to no waiting call, or to a call of another
   * device.
   */
  answered(deviceId: string, id: number, text: string): void {
    if (this.#waiting.get(id)?.deviceId === deviceId) this.#settle(id, { answer: readAnswer(text) })
  }

  /** Ends the calls to a deleted device. */
  abandon(deviceId: string): void {
    for (const [id, call] of [...this.#waiting]) if (call.deviceId === deviceId) this.#settle(id, 'noAnswer')
  }

  /** Ends all calls, including later ones. */
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

/** Reads an answer, which may be any text: JSON is parsed, other text stays a string, and no text becomes undefined. */
function readAnswer(text: string): JsonValue | undefined {
  if (text === '') return undefined
  try {
    return parseKeepingLiterals(text) as JsonValue
  } catch {
    return text
  }
}
