/** The session of a program that runs for months: renews its token in time, and signs in again after a refusal. */
import type { TokenPair } from '@greenwave/contract/wire/auth'
import type { SignInReply } from '@greenwave/contract/wire/secondFactor'
import { parseAccessToken, renewalTime } from './accessToken.ts'
import { ApiError, UnexpectedReplyError } from './callErrors.ts'
import type { CallSession } from './createClient.ts'

/** The password was correct, but the platform asks for a second factor, which a program does not have. */
export class SecondFactorNeededError extends Error {
  override readonly name = 'SecondFactorNeededError'
  constructor() {
    super('The platform asks this account for a second factor; give the program an account that needs none')
  }
}

/** Dependencies of a `ProgramSession`: the two calls that get tokens, and a clock. */
export interface ProgramSessionDeps {
  readonly signIn: () => Promise<SignInReply>
  readonly renew: (refreshToken: string) => Promise<TokenPair>
  /** Epoch milliseconds. */
  readonly nowMs: () => number
  /** Called for each claim of a token that cannot be read. */
  readonly onOdd: (remark: string) => void
}

/** Shortest time between two sign-ins, so that a wrong password does not lock the account. Milliseconds. */
export const SIGN_IN_AGAIN_MS = 60_000
/** Pause after a renewal without a reply, milliseconds. */
export const RENEW_AGAIN_MS = 10_000

/** The tokens of a program. Signs in at the first call, renews in time, and signs in again after a refusal. */
export class ProgramSession implements CallSession {
  readonly #deps: ProgramSessionDeps
  #pair: TokenPair | undefined
  #renewAtMs = Number.NEGATIVE_INFINITY
  #endsAtMs = Number.NEGATIVE_INFINITY
  /** When the platform last replied to a sign-in. */
  #askedAtMs = Number.NEGATIVE_INFINITY
  #changing: Promise<void> | undefined

  constructor(deps: ProgramSessionDeps) {
    this.#deps = deps
  }

  /** The current token, or null before the first sign-in. */
  get token(): string | null {
    return this.#pair?.token ?? null
  }

  /**
   * Returns the token for a call, renewed first when it is about to expire. Rejects with the error of the renewal or
   * sign-in when no valid token remains.
   */
  async tokenForCall(): Promise<string | null> {
    if (this.#deps.nowMs() >= this.#renewAtMs) await this.#once(() => this.#renew())
    return this.token
  }

  /**
   * Handles a 401 of a call with this token. Signs in again and returns the new token, or null if the last sign-in was
   * less than a minute ago. Rejects with the error of the sign-in.
   */
  async onUnauthorized(token: string | null): Promise<string | null> {
    if (this.token !== token) return this.token
    if (!this.#maySignIn()) return null
    await this.#once(() => this.#signIn())
    return this.token
  }

  /** Runs one change of the tokens at a time; concurrent callers share it. */
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
    const user = parseAccessToken(pair.token, this.#deps.onOdd)
    if (!user) throw new UnexpectedReplyError('The platform answered a token that holds no user')
    this.#pair = pair
    // Counted from now: by a clock that is hours ahead the token would seem to have expired.
    this.#endsAtMs = this.#deps.nowMs() + user.expiresAt - user.issuedAt
    this.#renewAtMs = renewalTime(user, this.#endsAtMs)
  }
}
