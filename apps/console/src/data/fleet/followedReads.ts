/** Reads of the complete fleet while it has followers. */
import type { Watch } from '../watch.ts'
import { FetchRhythm, type FetchRhythmDeps } from './fetchRhythm.ts'

/** Dependencies of `FollowedReads`, besides those of `FetchRhythm`. */
export interface FollowedDeps {
  /** Returns the totals of the pulse; null without a watcher. */
  readonly watch: () => Watch | null
  /** Calls back when the pulse or the live connection has changed. Returns a function that ends this. */
  readonly onWatch: (watcher: () => void) => () => void
}

interface FollowedReadsDeps extends FollowedDeps, FetchRhythmDeps {
  /** Returns whether a pulse reports more than reads of changes find. */
  readonly isWholeAsked?: (watch: Watch) => boolean
}

/** Reads everything when the first follower comes, and what has changed at each new revision of the pulse. */
export class FollowedReads {
  readonly #deps: FollowedReadsDeps
  readonly #rhythm: FetchRhythm
  #followers = 0
  #stopWatching: (() => void) | undefined
  #revision: number | undefined

  constructor(deps: FollowedReadsDeps) {
    this.#deps = deps
    this.#rhythm = new FetchRhythm(deps)
  }

  /** Begins to follow. Returns a function that ends this; with the last follower the reads end. */
  follow(): () => void {
    this.#followers += 1
    if (this.#followers === 1) {
      this.#revision = undefined
      this.#stopWatching = this.#deps.onWatch(() => this.#followPulse())
      this.#rhythm.ask()
    }
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#followers -= 1
      if (this.#followers > 0) return
      this.#stopWatching?.()
      this.#rhythm.stop()
    }
  }

  /** Reads soon what has changed. Without a follower nothing is read. */
  again(): void {
    if (this.#followers > 0) this.#rhythm.ask()
  }

  #followPulse(): void {
    const watch = this.#deps.watch()
    if (!watch || watch.revision === this.#revision) return
    this.#revision = watch.revision
    if (this.#deps.isWholeAsked?.(watch)) this.#rhythm.askWhole()
    else this.#rhythm.ask()
  }
}
