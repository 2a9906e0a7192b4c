/** Notices that nothing was heard for a time. */
import type { Transport } from './transport.ts'

/** Dependencies of a `Silence`. */
export interface SilenceDeps {
  readonly after: Transport['after']
  readonly nowMs: Transport['nowMs']
  /** How long a silence is, milliseconds. */
  readonly quietMs: number
  readonly onSilent: () => void
}

/**
 * Calls `onSilent` once after a silence, with one timer however often something is heard: thousands of frames may arrive
 * in its time, and a timer for each would cost as much as they do.
 */
export class Silence {
  readonly #deps: SilenceDeps
  #heardMs = 0
  #stop: (() => void) | undefined

  constructor(deps: SilenceDeps) {
    this.#deps = deps
  }

  /** Listens from now on, if it does not already. */
  begin(): void {
    if (!this.#stop) this.hear()
  }

  /** Says that something was heard just now, and listens on. */
  hear(): void {
    this.#heardMs = this.#deps.nowMs()
    if (!this.#stop) this.#wait(this.#deps.quietMs)
  }

  /** Listens no more. */
  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  #wait(ms: number): void {
    this.#stop = this.#deps.after(ms, () => {
      this.#stop = undefined
      const { quietMs, nowMs, onSilent } = this.#deps
      const leftMs = this.#heardMs + quietMs - nowMs()
      // After a clock was set back the elapsed time is unknown, and counts as silence.
      if (leftMs > 0 && leftMs <= quietMs) this.#wait(leftMs)
      else onSilent()
    })
  }
}
