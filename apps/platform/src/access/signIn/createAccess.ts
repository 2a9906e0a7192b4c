import type { FastifyBaseLogger } from 'fastify'
import { type AuditTrail, createAuditTrail } from '../../audit/auditTrail.ts'
import type { Store } from '../../store/store.ts'
import { type Accounts, createAccounts } from '../accounts.ts'
import { createEndings } from '../endings.ts'
import { createKnownAddresses } from '../knownAddresses.ts'
import { createKnownDevices } from '../knownDevices.ts'
import { createPasswordRules, type PasswordRuleOptions, type PasswordRules } from '../passwordRules.ts'
import { createFactorCheck, type FactorCheck } from '../secondFactor/factorCheck.ts'
import type { FactorPolicy } from '../secondFactor/factorPolicy.ts'
import { createFactorManager, type FactorManager } from '../secondFactor/factorSettings.ts'
import { createPasskeys, type Passkeys } from '../secondFactor/passkeys.ts'
import { createStepTokens, type StepTokens } from '../secondFactor/stepTokens.ts'
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from '../sessionRules.ts'
import { createSessions, type Sessions } from '../sessions.ts'
import { createUpkeep, type Upkeep } from '../upkeep.ts'
import { createSignIn, type SignIn } from './signIn.ts'
import { createSignInGuard, DEFAULT_GUARD_LIMITS, type GuardLimits } from './signInGuard.ts'
import { createSignInSteps, type SignInSteps } from './signInSteps.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { keysOfName } from './tryOrigin.ts'

/** Who may come in: accounts, sign-in, sessions, tokens and the record of what people did. */
export interface Access {
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly signIn: SignIn & SignInSteps
  readonly passwordRules: PasswordRules
  /** The tokens between a right password and a session. */
  readonly steps: StepTokens
  readonly factorCheck: FactorCheck
  readonly factors: FactorManager
  readonly passkeys: Passkeys
  /** Every verb on entities goes through it. */
  readonly audited: AuditTrail['audited']
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
  readonly passwords?: PasswordRuleOptions
  /** Who may come in with a second factor only; default: nobody. */
  readonly secondFactor?: FactorPolicy
  /** Origin by which browsers reach the console, where a proxy hides it. */
  readonly publicUrl?: string | undefined
}

export function createAccess(deps: AccessDeps): Access {
  const { store, log, now = Date.now, guardLimits, sessionLimits, passwords = {}, secondFactor, publicUrl } = deps
  const { productName = 'Greenwave' } = passwords
  const limits = { ...DEFAULT_SESSION_LIMITS, ...sessionLimits }
  const audit = createAuditTrail(store.audit, log, now)
  const endings = createEndings({ revocations: store.revocations, lifetimeMs: limits.lifetimeMs, now })
  const sessions = createSessions({ repository: store.sessions, endings, limits, log, now })
  const tokens = createTokens(store.signingKey, endings, now)
  const passwordRules = createPasswordRules(passwords)
  const accounts = createAccounts(store, sessions, passwordRules, now)
  const ofGuard = { ...DEFAULT_GUARD_LIMITS, ...guardLimits }
  const guard = createSignInGuard(ofGuard, now)
  const steps = createStepTokens(store, now)
  const passkeys = createPasskeys(productName, publicUrl, now)
  const factorCheck = createFactorCheck({ store, passkeys, policy: secondFactor ?? 'optional', now })
  const factors = createFactorManager({ store, check: factorCheck, passkeys, audit, productName, now })
  const devices = createKnownDevices(store.signingKey, now)
  const addresses = createKnownAddresses(store.knownAddresses, log, now)
  const parts = {
    ...{ store, tokens, sessions, accounts, rules: passwordRules, factorCheck, guard },
    ...{ devices, addresses, audit, log, now },
  }
  const signInSteps = createSignInSteps({ ...parts, steps, factors })
  const signIn = { ...createSignIn({ ...parts, limits: ofGuard, steps: signInSteps }), ...signInSteps }
  const upkeep = createUpkeep({ sessions, endings, log, now })
  return {
    ...{ tokens, sessions, accounts, signIn, audited: audit.audited, upkeep, now },
    ...{ passwordRules, steps, factorCheck, factors, passkeys },
    forgetFailures: (email) => guard.forgetAll(keysOfName(email)),
  }
}
