/** The session of a watcher that a platform started as its own: the parent gives tokens over the channel to it. */
import { parseAccessToken, renewalTime } from '@greenwave/client/accessToken'
import { NetworkError } from '@greenwave/client/callErrors'
import type { CallSession } from '@greenwave/client/createClient'

/** Dependencies of a `ParentSession`. Times are milliseconds. */
export interface ParentSessionDeps {
  /** Asks the parent for a token; rejects when the parent does not answer. */
  readonly ask: () => Promise<string>
  /** Epoch milliseconds. */
  readonly nowMs: () => number
}

/** After a refusal the parent is asked again at most this often. */
const ASK_AGAIN_MS = 5_000

/** A session whose tokens come from the parent, and are renewed in time. */
export class ParentSession implements CallSession {
  readonly #deps: ParentSessionDeps
  #token: string | null = null
  #renewAtMs = Number.NEGATIVE_INFINITY
  #askedAtMs = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  constructor(deps: ParentSessionDeps) {
    this.#deps = deps
  }

  /** The current token, or null before the first one. */
  get token(): string | null {
    return this.#token
  }

  async tokenForCall(): Promise<string | null> {
    if (this.#deps.nowMs() >= this.#renewAtMs) await this.#once()
    return this.#token
  }

  async onUnauthorized(token: string | null): Promise<string | null> {
    if (this.#token !== token) return this.#token
    if (this.#deps.nowMs() - this.#askedAtMs < ASK_AGAIN_MS) return null
    await this.#once()
    return this.#token
  }

  #once(): Promise<void> {
    this.#asking ??= this.#renew().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #renew(): Promise<void> {
    const token = await this.#deps.ask()
    const user = parseAccessToken(token, () => undefined)
    if (!user) throw new Error('The parent gave a token that holds no user')
    const now = this.#deps.nowMs()
    this.#token = token
    this.#askedAtMs = now
    this.#renewAtMs = renewalTime(user, now + user.expiresAt - user.issuedAt)
  }
}

/** How long the parent may take to answer, milliseconds. */
const ANSWER_WITHIN_MS = 10_000

/** The channel to the parent, as a process has it. */
export interface ParentChannel {
  readonly send: (message: object) => void
  readonly onMessage: (listener: (message: unknown) => void) => void
}

/** Returns a function that asks the parent for a token. */
export function askParent({ send, onMessage }: ParentChannel): () => Promise<string> {
  const waiting = new Set<(token: string) => void>()
  onMessage((message) => {
    if (typeof message !== 'object' || message === null || !('token' in message)) return
    for (const take of waiting) take(String(message.token))
    waiting.clear()
  })
  return () =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(take)
        reject(new NetworkError('The platform that started this watcher gave no token'))
      }, ANSWER_WITHIN_MS)
      const take = (token: string): void => {
        clearTimeout(timer)
        resolve(token)
      }
      waiting.add(take)
      send({ ask: 'token' })
    })
}
