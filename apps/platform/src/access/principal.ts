import type { Authority } from '@greenwave/contract/wire/auth'

/** The caller of a request, from a verified access token. */
export interface Principal {
  readonly userId: string
  readonly email: string
  readonly authority: Authority
  readonly tenantId: string
  /** The null id for tenant administrators. */
  readonly customerId: string
  /** The id of the caller's pair of tokens. */
  readonly sessionId: string
  /** The id of the session: the sign-in and all its renewals. */
  readonly chainId: string
  /** The number of the caller's pair of tokens in its session; undefined for tokens of the first release. */
  readonly generation?: number | undefined
  /** Origin of the session, as `SessionOrigin` in sessions.ts has it. */
  readonly impersonatedBy?: string | undefined
  readonly impersonatorId?: string | undefined
  readonly providerSession?: string | undefined
  /** Set for a program with an API key: when the key expires, epoch milliseconds. `chainId` is then the id of the key. */
  readonly apiKeyExpires?: number | undefined
  /** Set for the watcher that this process runs itself, which has no account and no session. */
  readonly isWatcher?: true
}

/** Thrown for a refused token. `message` is the platform's wording for HTTP; the live socket has its own. */
export class TokenRefused extends Error {
  readonly reason: 'malformed' | 'expired' | 'outdated' | 'scope'
  /** Whether the token was signed elsewhere; the answer to the caller is that of an expired token. */
  readonly isForged: boolean
  constructor(reason: TokenRefused['reason'], message: string, isForged = false) {
    super(message)
    this.name = 'TokenRefused'
    this.reason = reason
    this.isForged = isForged
  }
}

/** Checks access tokens and API keys, for REST and the live socket. */
export interface TokenVerifier {
  /** Resolves with the caller; rejects with TokenRefused. */
  verifyAccessToken(token: string): Promise<Principal>
  /** Returns the caller that an API key stands for. @throws {Refusal} */
  verifyApiKey(value: string): Principal
  /**
   * Calls the listener when a session ends, with the id of the session or the user. Returns a function that removes the
   * listener.
   */
  onRevoked(listener: (subject: string) => void): () => void
}
