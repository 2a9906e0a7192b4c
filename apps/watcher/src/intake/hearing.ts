/**
 * Tells a stall of the platform from junctions that are silent. While the platform answers nothing, or several junctions
 * fall silent at the same time, that is a gap of the watcher, and no junction is reported for it.
 */

/** An answer that takes this many seconds is missing. */
const ANSWER_WITHIN_SECONDS = 3
/** Without any junction for longer than this, all of them have fallen silent, seconds. */
const SILENCE_SECONDS = 3
/** Junctions that were heard within so many seconds of the last one fell silent together. */
const TOGETHER_SECONDS = 10
/** Fewer junctions may be silent at the same time by chance; each of them is reported. */
const SEVERAL = 3
/** After a long silence the platform is asked less often, seconds. */
const LONG_SILENCE_SECONDS = 60
const SELDOM_SECONDS = 10

/** State of a live connection in one second. */
export interface Heard {
  /** Frames of any kind that have arrived so far. */
  readonly frames: number
  /** Sends a request that has a reply. */
  readonly ask: () => void
  /** Counts the junctions that the platform calls connected and that were heard after a second of `Hearing`. */
  readonly heardAfter: (second: number) => number
}

/** Coverage of one live connection, second by second. */
export class Hearing {
  #second = 0
  #frames = 0
  #junctionSecond = 0
  #askedSecond: number | null = null
  #hears = true

  /** Whether silence of a junction means anything. */
  get hears(): boolean {
    return this.#hears
  }

  /** Takes over that a sample of a junction arrived. Returns the second, which only means something to `heardAfter`. */
  hearJunction(): number {
    this.#junctionSecond = this.#second
    return this.#second
  }

  /** Begins anew, as with a new connection. */
  reset(): void {
    this.#junctionSecond = this.#second
    this.#askedSecond = null
    this.#hears = true
  }

  /** Lets a second pass. */
  pass({ frames, ask, heardAfter }: Heard): void {
    this.#second += 1
    const isHeard = frames !== this.#frames
    this.#frames = frames
    if (isHeard) this.#askedSecond = null
    const silence = this.#second - this.#junctionSecond
    const isDue = silence < LONG_SILENCE_SECONDS || this.#second % SELDOM_SECONDS === 0
    if (!isHeard && this.#askedSecond === null && isDue) {
      this.#askedSecond = this.#second
      ask()
    }
    const isStalled = this.#askedSecond !== null && this.#second - this.#askedSecond >= ANSWER_WITHIN_SECONDS
    const isSilent = silence > SILENCE_SECONDS && heardAfter(this.#junctionSecond - TOGETHER_SECONDS) >= SEVERAL
    this.#hears = !isStalled && !isSilent
  }
}
