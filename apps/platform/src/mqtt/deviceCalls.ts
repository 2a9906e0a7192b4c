import type { JsonValue } from '@greenwave/contract/attributes'

/** What became of a call to a device. */
export type CallOutcome = { answer: JsonValue | undefined } | 'noAnswer'

/** The platform's calls to one device that wait for its answer. */
export class DeviceCalls {
  readonly #waiting = new Map<number, (outcome: CallOutcome) => void>()
  #lastId = 0

  /** The id of the next call, new in this session. */
  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  /** Resolves with the device's answer, or with `'noAnswer'` when the time is up or the session ends. */
  waitFor(id: number, timeoutMs: number): Promise<CallOutcome> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(id, 'noAnswer'), timeoutMs)
      this.#waiting.set(id, (outcome) => {
        clearTimeout(timer)
        resolve(outcome)
      })
    })
  }

  /** The device answered; an answer that nobody waits for is dropped. */
  answered(id: number, text: string): void {
    this.#settle(id, { answer: readAnswer(text) })
  }

  abandon(): void {
    for (const id of [...this.#waiting.keys()]) this.#settle(id, 'noAnswer')
  }

  #settle(id: number, outcome: CallOutcome): void {
    const resolve = this.#waiting.get(id)
    this.#waiting.delete(id)
    resolve?.(outcome)
  }
}

/** A device may answer with any text: JSON is read, anything else is handed on as a string, nothing as undefined. */
function readAnswer(text: string): JsonValue | undefined {
  if (text === '') return undefined
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return text
  }
}
