/**
 * @file The rollouts that this tab sends, outside React: they continue while the user looks at other pages, and end
 * with the session. When the tab is closed, any user can continue with the rest.
 */
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { RolloutSender, type SenderDeps, type SendingEnd } from '@greenwave/rollout/RolloutSender'

/** A rollout that this tab sends, or has sent. */
export interface OwnRollout {
  /** As it was saved last; null before that. */
  readonly rollout: Rollout | null
  /** How it ended; null while it is being sent. */
  readonly end: SendingEnd | 'failed' | null
  /** Why it failed. */
  readonly error: unknown
}

/** Dependencies of `OwnRollouts`. */
export interface OwnRolloutsDeps extends Pick<SenderDeps, 'call' | 'nowMs' | 'wait'> {
  /** Who is signed in. */
  readonly by: () => SenderDeps['by']
}

/** Sends rollouts, each once at a time. */
export class OwnRollouts {
  readonly #deps: OwnRolloutsDeps
  readonly #own = new Map<string, OwnRollout>()
  readonly #sending = new Map<string, AbortController>()
  readonly #listeners = new Set<() => void>()

  constructor(deps: OwnRolloutsDeps) {
    this.#deps = deps
  }

  /** Returns a rollout that this tab sends; the same object until it changes. */
  of(rolloutId: string): OwnRollout | undefined {
    return this.#own.get(rolloutId)
  }

  /** Begins to send a rollout, or to go on with it. */
  send(rolloutId: string): void {
    if (this.#sending.has(rolloutId)) return
    const { call, nowMs, wait, by } = this.#deps
    const leaving = new AbortController()
    this.#sending.set(rolloutId, leaving)
    this.#set(rolloutId, { rollout: null, end: null, error: null })
    const sending = RolloutSender.send({
      ...{ call, rolloutId, nowMs, wait, by: by(), from: 'console', signal: leaving.signal },
      senderId: crypto.randomUUID(),
      onProgress: (rollout) => this.#set(rolloutId, { rollout, end: null, error: null }),
    })
    const ended = (end: OwnRollout['end'], error: unknown = null) => {
      this.#sending.delete(rolloutId)
      this.#set(rolloutId, { rollout: this.#own.get(rolloutId)?.rollout ?? null, end, error })
    }
    sending.then(ended, (error: unknown) => ended('failed', error))
  }

  /** Leaves all rollouts to other tabs and users. */
  leave(): void {
    for (const leaving of this.#sending.values()) leaving.abort()
    this.#sending.clear()
    this.#own.clear()
    this.#tell()
  }

  /** Calls a listener at each change. Returns a function that ends this. */
  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(rolloutId: string, own: OwnRollout): void {
    this.#own.set(rolloutId, own)
    this.#tell()
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}
