/** The session of a program that runs for months: renews its token in good time, and signs in again when it is refused. */
import type { TokenPair } from '@greenwave/contract/auth'
import type { SignInReply } from '@greenwave/contract/secondFactor'
import { readAccessToken, renewalTime } from './accessToken.ts'
import { ApiError, UnexpectedReplyError } from './callErrors.ts'
import type { CallSession } from './createClient.ts'

/** The account's password was right, and the platform asks for more than a program has: a second factor. */
export class SecondFactorNeededError extends Error {
  override readonly name = 'SecondFactorNeededError'
  constructor() {
    super('The platform asks this account for a second factor; give the program an account that needs none')
  }
}

export interface ProgramSessionDeps {
  readonly signIn: () => Promise<SignInReply>
  readonly renew: (refreshToken: string) => Promise<TokenPair>
  /** Epoch milliseconds. */
  readonly nowMs: () => number
  /** Told of each claim of a token that cannot be read. */
  readonly onOdd: (remark: string) => void
}

/** A program signs in no more often than this: a wrong password must not lock its account. Milliseconds. */
export const SIGN_IN_AGAIN_MS = 60_000
/** After a renewal without an answer the next try, milliseconds. */
export const RENEW_AGAIN_MS = 10_000

export class ProgramSession implements CallSession {
  readonly #deps: ProgramSessionDeps
  #pair: TokenPair | undefined
  #renewAtMs = Number.NEGATIVE_INFINITY
  #endsAtMs = Number.NEGATIVE_INFINITY
  /** When the platform last answered a sign-in. */
  #askedAtMs = Number.NEGATIVE_INFINITY
  #changing: Promise<void> | undefined

  constructor(deps: ProgramSessionDeps) {
    this.#deps = deps
  }

  /** The token as it stands, or null before the first sign-in. */
  get token(): string | null {
    return this.#pair?.token ?? null
  }

  /**
   * Returns the token for a call, renewed first when little of its life is left. Rejects with what the renewal or the sign-in says
   * when there is no token that may still serve.
   */
  async tokenForCall(): Promise<string | null> {
    if (this.#deps.nowMs() >= this.#renewAtMs) await this.#once(() => this.#renew())
    return this.token
  }

  /**
   * A call with this token was answered 401. Signs in again and returns the new token; null when the last sign-in was less than a
   * minute ago. Rejects with what the sign-in says.
   */
  async onUnauthorized(token: string | null): Promise<string | null> {
    if (this.token !== token) return this.token
    if (!this.#maySignIn()) return null
    await this.#once(() => this.#signIn())
    return this.token
  }

  /** One change of the tokens at a time, for all callers. */
  #once(change: () => Promise<void>): Promise<void> {
    this.#changing ??= change().finally(() => {
      this.#changing = undefined
    })
    return this.#changing
  }

  async #renew(): Promise<void> {
    if (this.#pair === undefined) return this.#signIn()
    try {
      this.#take(await this.#deps.renew(this.#pair.refreshToken))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && this.#maySignIn()) return this.#signIn()
      const now = this.#deps.nowMs()
      if (now >= this.#endsAtMs) throw error
      this.#renewAtMs = now + RENEW_AGAIN_MS
    }
  }

  async #signIn(): Promise<void> {
    let reply: SignInReply
    try {
      reply = await this.#deps.signIn()
      this.#askedAtMs = this.#deps.nowMs()
    } catch (error) {
      if (error instanceof ApiError) this.#askedAtMs = this.#deps.nowMs()
      throw error
    }
    if ('scope' in reply) throw new SecondFactorNeededError()
    this.#take(reply)
  }

  #maySignIn(): boolean {
    return this.#deps.nowMs() - this.#askedAtMs >= SIGN_IN_AGAIN_MS
  }

  #take(pair: TokenPair): void {
    const user = readAccessToken(pair.token, this.#deps.onOdd)
    if (!user) throw new UnexpectedReplyError('The platform answered a token that holds no user')
    this.#pair = pair
    // Counted from now: by a clock that is hours ahead the token would look to have ended.
    this.#endsAtMs = this.#deps.nowMs() + user.expiresAt - user.issuedAt
    this.#renewAtMs = renewalTime(user, this.#endsAtMs)
  }
}
