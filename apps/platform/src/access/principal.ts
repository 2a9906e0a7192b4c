import type { Authority } from '@greenwave/contract/auth'

/** Who makes a call, as a verified access token says. */
export interface Principal {
  readonly userId: string
  readonly email: string
  readonly authority: Authority
  readonly tenantId: string
  /** The null id for tenant administrators. */
  readonly customerId: string
  /** The pair of tokens of the call. */
  readonly sessionId: string
  /** The session: the sign-in and all its renewals. */
  readonly chainId: string
}

/** Why a token was refused; `message` is the platform's own wording for HTTP, the socket words it anew. */
export class TokenRefused extends Error {
  readonly reason: 'malformed' | 'expired' | 'outdated' | 'scope'
  /** It was signed elsewhere; the caller is told that it has expired. */
  readonly isForged: boolean
  constructor(reason: TokenRefused['reason'], message: string, isForged = false) {
    super(message)
    this.name = 'TokenRefused'
    this.reason = reason
    this.isForged = isForged
  }
}

/** Checks access tokens. The same one serves REST and the live socket. */
export interface TokenVerifier {
  /** Resolves with the caller; rejects with TokenRefused. */
  verifyAccessToken(token: string): Promise<Principal>
  /** Tells what ends from now on, by the id of a user or of a session. Returns what ends the telling. */
  onRevoked(listener: (subject: string) => void): () => void
}
