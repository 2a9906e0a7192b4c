import type { FastifyBaseLogger } from 'fastify'
import { type AuditTrail, createAuditTrail } from '../entities/auditTrail.ts'
import type { Store } from '../store/store.ts'
import { type Accounts, createAccounts } from './accounts.ts'
import { createEndings } from './endings.ts'
import { createKnownAddresses } from './knownAddresses.ts'
import { createKnownDevices } from './knownDevices.ts'
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from './sessionRules.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createSignInGuard, DEFAULT_GUARD_LIMITS, type GuardLimits } from './signInGuard.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { keysOfName } from './tryOrigin.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'

/** Who may come in: accounts, sign-in, sessions, tokens and the record of what people did. */
export interface Access {
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly signIn: SignIn
  readonly audit: AuditTrail
  /** What is done now and then: writing what changed, forgetting what is over. */
  readonly upkeep: Upkeep
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
  readonly sessionLimits?: Partial<SessionLimits>
}

export function createAccess({ store, log, now = Date.now, guardLimits = {}, sessionLimits = {} }: AccessDeps): Access {
  const limits = { ...DEFAULT_SESSION_LIMITS, ...sessionLimits }
  const audit = createAuditTrail(store.audit, log, now)
  const endings = createEndings({ revocations: store.revocations, lifetimeMs: limits.lifetimeMs, log, now })
  const sessions = createSessions({ repository: store.sessions, endings, limits, log, now })
  const tokens = createTokens(store.signingKey, endings, now)
  const accounts = createAccounts(store, sessions, now)
  const ofGuard = { ...DEFAULT_GUARD_LIMITS, ...guardLimits }
  const guard = createSignInGuard(ofGuard, now)
  const signIn = createSignIn({
    store,
    tokens,
    sessions,
    accounts,
    guard,
    limits: ofGuard,
    devices: createKnownDevices(store.signingKey, now),
    addresses: createKnownAddresses(store.knownAddresses, log, now),
    audit,
    log,
    now,
  })
  const upkeep = createUpkeep({ sessions, endings, log, now })
  return {
    tokens,
    sessions,
    accounts,
    signIn,
    audit,
    upkeep,
    now,
    forgetFailures: (email) => guard.forgetAll(keysOfName(email)),
  }
}
