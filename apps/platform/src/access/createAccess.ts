import type { FastifyBaseLogger } from 'fastify'
import { type AuditTrail, createAuditTrail } from '../entities/auditTrail.ts'
import type { Store } from '../store/store.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createSignInGuard, DEFAULT_GUARD_LIMITS, type GuardLimits } from './signInGuard.ts'
import { createTokens, type Tokens } from './tokens.ts'

/** Who may come in: accounts, sign-in, tokens and the record of what people did. */
export interface Access {
  readonly tokens: Tokens
  readonly accounts: Accounts
  readonly signIn: SignIn
  readonly audit: AuditTrail
  /** The clock that judges tokens, links and locks, epoch milliseconds. */
  readonly now: () => number
  /** Forgets failed sign-ins under this e-mail, so that an administrator can let someone in again. */
  forgetFailures(email: string): void
}

export interface AccessDeps {
  readonly store: Store
  readonly log: FastifyBaseLogger
  /** For tests; the default is the system's clock. */
  readonly now?: () => number
  readonly guardLimits?: Partial<GuardLimits>
}

export function createAccess({ store, log, now = Date.now, guardLimits = {} }: AccessDeps): Access {
  const audit = createAuditTrail(store.audit, log, now)
  const tokens = createTokens(store.signingKey, store.revocations, now)
  const accounts = createAccounts(store, tokens, now)
  const guard = createSignInGuard({ ...DEFAULT_GUARD_LIMITS, ...guardLimits }, now)
  const signIn = createSignIn({ store, tokens, accounts, guard, audit, log, now })
  return { tokens, accounts, signIn, audit, now, forgetFailures: (email) => guard.forget(email) }
}
