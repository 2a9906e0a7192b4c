import type { FastifyBaseLogger } from 'fastify'
import { type AuditTrail, createAuditTrail } from '../../audit/auditTrail.ts'
import { type Meter, NO_METER } from '../../meter/meter.ts'
import type { Store } from '../../store/openStore.ts'
import { createAccountMails, type MailOptions } from '../accountMails.ts'
import { type Accounts, createAccounts } from '../accounts.ts'
import { type ApiKeys, createApiKeys } from '../apiKeys.ts'
import { createEmailChanges, type EmailChanges } from '../emailChanges.ts'
import { createEndedSessions } from '../endedSessions.ts'
import { createKnownAddresses } from '../knownAddresses.ts'
import { createKnownBrowsers } from '../knownBrowsers.ts'
import type { ProviderOptions } from '../oidc/providerOptions.ts'
import { createProviderSignIn, type ProviderSignIn } from '../oidc/providerSignIn.ts'
import { createPasswordRules, type PasswordRuleOptions, type PasswordRules } from '../passwordRules.ts'
import { type HashPassword, hashPassword } from '../passwords.ts'
import type { TokenVerifier } from '../principal.ts'
import { createFactorCheck, type FactorCheck, type FactorPolicy } from '../secondFactor/factorCheck.ts'
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

/** All of access control: accounts, sign-in, sessions, tokens, and the audit log of what users do. */
export interface Access {
  readonly tokens: Tokens & TokenVerifier
  readonly apiKeys: ApiKeys
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly signIn: SignIn & SignInSteps
  readonly passwordRules: PasswordRules
  readonly emailChanges: EmailChanges
  /** The tokens between a right password and a session. */
  readonly steps: StepTokens
  readonly factorCheck: FactorCheck
  readonly factors: FactorManager
  readonly passkeys: Passkeys
  /** Undefined where no sign-in provider is set up. */
  readonly provider: ProviderSignIn | undefined
  /** Runs and records a verb. Every verb on entities uses it. */
  readonly audited: AuditTrail['audited']
  /** Regular work on sessions: writing changes, removing what has expired. */
  readonly upkeep: Upkeep
  /** The clock for tokens, links and locks, epoch milliseconds. */
  readonly now: () => number
  /** Forgets failed sign-ins of this e-mail address, so that an administrator can unlock an account. */
  forgetFailures(email: string): void
}

/** The store, log and rules of `createAccess`. */
export interface AccessDeps {
  readonly store: Store
  readonly log: FastifyBaseLogger
  /** For tests; the default is the system's clock. */
  readonly now?: () => number
  readonly guardLimits?: Partial<GuardLimits>
  readonly sessionLimits?: Partial<SessionLimits>
  readonly passwords?: PasswordRuleOptions
  /** For tests, which have many accounts and none to protect; the default costs what `passwords.ts` says. */
  readonly hashPassword?: HashPassword
  /** Users who need a second factor to sign in; default: none. */
  readonly secondFactor?: FactorPolicy
  /** Origin at which browsers reach the console, when a proxy hides it. */
  readonly publicUrl?: string | undefined
  /** The sign-in provider; default: none. */
  readonly provider?: ProviderOptions | undefined
  /** The mail server; default: none. */
  readonly mail?: MailOptions | undefined
  /** Counter of failed sign-ins; default: none. */
  readonly meter?: Meter
}

/** Creates the access control of a platform. */
export function createAccess(deps: AccessDeps): Access {
  const { store, log, now = Date.now, guardLimits, sessionLimits, passwords = {}, secondFactor, publicUrl } = deps
  const { meter = NO_METER } = deps
  const { productName = 'Greenwave' } = passwords
  const hash = deps.hashPassword ?? hashPassword
  const ofProviderMs = deps.provider?.sessionLifetimeMs ?? DEFAULT_SESSION_LIMITS.ofProviderMs
  const limits = { ...DEFAULT_SESSION_LIMITS, ofProviderMs, ...sessionLimits }
  const audit = createAuditTrail(store.audit, log, now)
  const endedSessions = createEndedSessions({ revocations: store.revocations, lifetimeMs: limits.lifetimeMs, now })
  const sessions = createSessions({ repository: store.sessions, endedSessions, limits, log, now })
  const apiKeys = createApiKeys({ store, endedSessions, audit, now })
  const verifyApiKey = (value: string) => apiKeys.verify(value)
  const tokens = { ...createTokens(store.signingKey, endedSessions, now), verifyApiKey }
  const passwordRules = createPasswordRules(passwords)
  const accounts = createAccounts({ store, sessions, rules: passwordRules, hashPassword: hash, now })
  const ofGuard = { ...DEFAULT_GUARD_LIMITS, ...guardLimits }
  const guard = createSignInGuard(ofGuard, now)
  const steps = createStepTokens(store, now)
  const passkeys = createPasskeys(productName, publicUrl, now)
  const factorCheck = createFactorCheck({ store, passkeys, policy: secondFactor ?? 'optional', now })
  const factors = createFactorManager({ store, check: factorCheck, passkeys, audit, productName, now })
  const browsers = createKnownBrowsers(store.signingKey, now)
  const addresses = createKnownAddresses(store.knownAddresses, log, now)
  const parts = {
    ...{ store, tokens, sessions, accounts, rules: passwordRules, factorCheck, guard },
    ...{ browsers, addresses, audit, log, now, meter },
  }
  const signInSteps = createSignInSteps({ ...parts, steps, factors })
  const signIn = { ...createSignIn({ ...parts, limits: ofGuard, steps: signInSteps }), ...signInSteps }
  const mails = createAccountMails({ mail: deps.mail, publicUrl, productName, log })
  const emailChanges = createEmailChanges({ store, mails, audit, now })
  const provider =
    deps.provider &&
    createProviderSignIn({
      ...{ options: deps.provider, publicUrl, store, accounts, sessions, audit, meter, log, now },
      openSession: (...signedIn) => signInSteps.afterProvider(...signedIn),
    })
  const upkeep = createUpkeep({ sessions, endedSessions, log, now })
  return {
    ...{ tokens, apiKeys, sessions, accounts, signIn, audited: audit.audited, upkeep, now },
    ...{ passwordRules, emailChanges, steps, factorCheck, factors, passkeys, provider },
    forgetFailures: (email) => guard.forgetAll(keysOfName(email)),
  }
}
