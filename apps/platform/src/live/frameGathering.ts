/** @file Writes the frames of a busy socket together: each write costs the platform as much as a dozen small frames. */
import type { Writable } from 'node:stream'

/** A socket that is sent more frames in a second is busy: a watcher's, not a console's. */
export const BUSY_FRAMES = 200
/** Frames of a busy socket are gathered for this long, milliseconds. */
export const GATHER_MS = 20
const SECOND_MS = 1000

/** The part of a network socket that gathering needs. */
type Corked = Pick<Writable, 'cork' | 'uncork'>

/** Gathers the frames of one socket while it is busy. */
export class FrameGathering {
  readonly #socket: Corked
  readonly #nowMs: () => number
  #secondMs: number
  #frames = 0
  #isBusy = false
  #isGathering = false

  /** @param nowMs returns milliseconds */
  constructor(socket: Corked, nowMs: () => number = () => performance.now()) {
    this.#socket = socket
    this.#nowMs = nowMs
    this.#secondMs = nowMs()
  }

  /** Call it before each frame is sent. */
  next(): void {
    const nowMs = this.#nowMs()
    if (nowMs - this.#secondMs >= SECOND_MS) {
      this.#isBusy = this.#frames > BUSY_FRAMES
      this.#frames = 0
      this.#secondMs = nowMs
    }
    this.#frames += 1
    if (!this.#isBusy || this.#isGathering) return
    this.#isGathering = true
    this.#socket.cork()
    setTimeout(() => {
      this.#isGathering = false
      this.#socket.uncork()
    }, GATHER_MS)
  }
}
