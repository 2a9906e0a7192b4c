/** @file The steps between a right password and a session: a forced change of the password, a second factor. */

import { setTimeout as delay } from 'node:timers/promises'
import type { TokenPair } from '@greenwave/contract/wire/auth'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { ProofRequest, SignInReply } from '@greenwave/contract/wire/secondFactor'
import type { User } from '@greenwave/contract/wire/users'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyBaseLogger } from 'fastify'
import { actorOf, ownAction } from '../../audit/action.ts'
import type { AuditTrail } from '../../audit/auditTrail.ts'
import { addressGroup } from '../../connections/addressGroup.ts'
import type { Meter } from '../../meter/meter.ts'
import type { Store } from '../../store/openStore.ts'
import type { UserCredentials } from '../../store/store.ts'
import type { Accounts } from '../accounts.ts'
import type { KnownAddresses } from '../knownAddresses.ts'
import type { Client, KnownBrowsers } from '../knownBrowsers.ts'
import type { PasswordRules } from '../passwordRules.ts'
import { isPassword } from '../passwords.ts'
import type { Principal } from '../principal.ts'
import { badRequest, PasswordChangeDue, Refusal } from '../refusal.ts'
import type { FactorCheck } from '../secondFactor/factorCheck.ts'
import type { FactorManager } from '../secondFactor/factorSettings.ts'
import type { Step, StepTokens } from '../secondFactor/stepTokens.ts'
import type { Sessions } from '../sessions.ts'
import type { SignInGuard } from './signInGuard.ts'
import type { Tokens } from './tokens.ts'

/** A finished sign-in. */
interface SignedIn {
  readonly reply: TokenPair
  /** The cookie by which the platform recognises the browser again (knownBrowsers.ts). */
  readonly browserCookie: string
}
/** The result of a sign-in: a session, or the next step. */
export type SignInOutcome = SignedIn | { readonly reply: SignInReply; readonly browserCookie?: undefined }

/** The session at a sign-in provider, by the provider's name; `id` is empty if it has none. */
interface ProviderSession {
  readonly provider: string
  readonly id: string
}

/** The steps of a sign-in after its password. */
export interface SignInSteps {
  /**
   * Resolves with what follows a right password: a session, or the token of the next step.
   * @throws {PasswordChangeDue} when the password was printed and must be changed first
   */
  afterPassword(user: User, credentials: UserCredentials, client: Client): Promise<SignInOutcome>
  /**
   * Opens a session for a user whom a sign-in provider proved. Passwords and second factors here are not requested:
   * the provider has its own.
   */
  afterProvider(user: User, credentials: UserCredentials, from: ProviderSession, client: Client): Promise<TokenPair>
  /** Resolves with the next step for a user whose password is right; undefined when there is none. */
  stepOf(user: User): Promise<SignInReply | undefined>
  /** Finishes a sign-in with the code of an authenticator app, or a recovery code. */
  byCode(step: Step, provider: string, code: string, client: Client): Promise<SignedIn>
  byPasskey(step: Step, origin: string, response: AuthenticationResponseJSON, client: Client): Promise<SignedIn>
  /** Finishes a sign-in in which a second factor was set up. */
  byFactorSetup(step: Step, client: Client): Promise<SignedIn>
  /** Replaces a printed password and continues the sign-in. */
  byNewPassword(resetToken: string, password: string, client: Client): Promise<SignInOutcome>
  /** Resolves with a caller for the calls that set up a second factor during a sign-in. */
  factorSetupCaller(token: string): Promise<Principal>
  /**
   * Checks the caller's own password. Wrong ones count together with those of changing it.
   * @throws {Refusal} for a wrong one, and for an account without a password
   */
  checkOwnPassword(principal: Principal, password: string, client: Client): Promise<void>
  /** Checks a proof of identity, and then lets the caller change second factors for a while. */
  prove(principal: Principal, proof: ProofRequest, client: Client): Promise<void>
}

interface SignInStepsParts {
  readonly store: Store
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly steps: StepTokens
  readonly accounts: Accounts
  readonly rules: PasswordRules
  readonly factorCheck: FactorCheck
  readonly factors: FactorManager
  readonly guard: SignInGuard
  readonly browsers: KnownBrowsers
  readonly addresses: KnownAddresses
  readonly audit: AuditTrail
  readonly meter: Meter
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

/** Error for users of a sign-in provider when a call needs their password. */
export const NO_PASSWORD =
  'This account has no password: it signs in through the sign-in service alone. Whoever runs the platform can make one, with `greenwave admin reset-password`.'
const WRONG_CODE = 'Verification code is incorrect'
const tooManyTries = (): Refusal => new Refusal('tooManyRequests', 'Too many failed attempts. Wait some minutes.')

/** Creates the steps of a sign-in. */
export function createSignInSteps(parts: SignInStepsParts): SignInSteps {
  const { store, tokens, sessions, steps, accounts, rules, factorCheck, factors, guard } = parts
  const { browsers, addresses, audit, log, now, meter } = parts
  const until = (timeMs: number): Promise<void> => delay(Math.max(0, timeMs - now()))

  function noteSignIn(credentials: UserCredentials): void {
    try {
      store.users.saveCredentials({ ...credentials, failedLoginAttempts: 0, lastLoginTs: now() })
    } catch (error) {
      // A full disk must not keep out users who need to see what the lights do meanwhile.
      log.error({ err: error, userId: credentials.userId }, 'Saving the time of a sign-in failed')
    }
  }

  /** Opens a session for a user whose identity is proved, and remembers the browser and the address. */
  async function complete(user: User, credentials: UserCredentials, client: Client): Promise<SignedIn> {
    const userId = user.id.id
    noteSignIn(credentials)
    return audit.audited(ownAction('LOGIN', user, client), async () => {
      addresses.note(addressGroup(client.address))
      const browser = await browsers.read(client.browserCookie)
      const [reply, browserCookie] = await Promise.all([
        tokens.issue(user, sessions.open(userId, client), true),
        browsers.sign(browser, userId),
      ])
      return { reply, browserCookie }
    })
  }

  /** Finishes a sign-in whose step was passed, unless the account has changed since the step was read. */
  function finish(step: Step, client: Client): Promise<SignedIn> {
    const { user, credentials } = step
    const current = store.users.credentials(user.id.id)
    if (current === undefined || !current.enabled || current.passwordHash !== credentials.passwordHash) {
      throw new Refusal('tokenExpired', MESSAGES.tokenExpired)
    }
    steps.end(step)
    return complete(user, current, client)
  }

  async function stepOf(
    user: User,
    credentials = store.users.credentials(user.id.id),
  ): Promise<SignInReply | undefined> {
    const scope = factorCheck.stepFor(user)
    if (scope === undefined || credentials === undefined) return undefined
    return { token: await steps.issue(user, credentials, scope), scope }
  }

  async function afterPassword(user: User, credentials: UserCredentials, client: Client): Promise<SignInOutcome> {
    if (credentials.mustChangePassword) {
      throw new PasswordChangeDue(await steps.issue(user, credentials, 'PASSWORD_RESET_TOKEN'))
    }
    if (factorCheck.stepFor(user) === undefined) return complete(user, credentials, client)
    const reply = await stepOf(user, credentials)
    if (reply === undefined) throw new Error('a step that was due is none')
    return { reply }
  }

  /** Runs checks of a user's factors one after another, and finishes the sign-in when the check succeeds. */
  async function byCheck(step: Step, client: Client, check: () => boolean | Promise<boolean>): Promise<SignedIn> {
    const userId = step.user.id.id
    const browser = await browsers.read(client.browserCookie)
    // As with passwords: otherwise a user could lock out the owner of another account behind the same address.
    const address = browser?.userIds.includes(userId) ? undefined : addressGroup(client.address)
    if (address !== undefined && guard.isAddressBlocked(address)) throw tooManyTries()
    const name = `second factor of ${userId}`
    const turn = guard.inTurn(name, async () => {
      const startMs = now()
      if (!(await check())) {
        steps.countWrongCode(step)
        meter.signInFailed('code')
        audit.refused(ownAction('LOGIN', step.user, client), WRONG_CODE)
        await until(startMs + guard.countFailure(name, address).floorMs)
        throw badRequest(WRONG_CODE)
      }
      guard.forget(name)
      return finish(step, client)
    })
    if (turn === undefined) throw tooManyTries()
    return turn
  }

  async function checkOwnPassword({ userId, chainId }: Principal, password: string, client: Client): Promise<void> {
    // Failures count together with those of changing the password.
    const name = `password of ${userId}\n${chainId}`
    if (guard.isLocked(name)) throw tooManyTries()
    const turn = guard.inTurn(name, async () => {
      const startMs = now()
      const { passwordHash } = store.users.credentials(userId) ?? {}
      if (passwordHash === null) throw badRequest(NO_PASSWORD)
      const isRight = await isPassword(passwordHash, password)
      if (isRight) guard.forget(name)
      else await until(startMs + guard.countFailure(name, addressGroup(client.address)).floorMs)
      return isRight
    })
    if (turn === undefined) throw tooManyTries()
    if (!(await turn)) throw badRequest("Current password doesn't match!")
  }

  return {
    afterPassword,
    checkOwnPassword,
    async afterProvider(user, credentials, { provider, id }, client) {
      noteSignIn(credentials)
      return audit.audited({ ...ownAction('LOGIN', user, client), data: { provider } }, () => {
        addresses.note(addressGroup(client.address))
        return tokens.issue(user, sessions.open(user.id.id, client, { providerSession: id }), true)
      })
    },
    stepOf: (user) => stepOf(user),
    byCode: (step, provider, code, client) =>
      byCheck(step, client, () => factorCheck.checkCode(step.user.id.id, provider, code)),
    byPasskey: (step, origin, response, client) =>
      byCheck(step, client, () => factorCheck.checkPasskey(step.user.id.id, step.id, origin, response)),

    async byFactorSetup(step, client) {
      // A factor that was set up elsewhere must be presented; otherwise an old password would be enough.
      if (!factors.wasSetUpIn(step.id)) throw badRequest('Set up a second factor first')
      return finish(step, client)
    },

    async byNewPassword(resetToken, password, client) {
      const { user, credentials } = await steps.verify(resetToken, 'PASSWORD_RESET_TOKEN')
      const violation = await rules.violation(password, user.email, 'first')
      if (violation !== undefined) throw badRequest(violation)
      if (await isPassword(credentials.passwordHash, password)) {
        throw badRequest('New password should be different from existing!')
      }
      await audit.audited(ownAction('CREDENTIALS_UPDATED', user), () => accounts.replacePassword(credentials, password))
      const replaced = store.users.credentials(user.id.id)
      if (replaced === undefined) throw new Error(`user ${user.id.id} has no credentials`)
      return afterPassword(user, replaced, client)
    },

    async factorSetupCaller(token) {
      const { id, user } = await steps.verify(token, 'MFA_CONFIGURATION_TOKEN')
      // A user who has a factor by now must present it; this token would add another one.
      if (factorCheck.stepFor(user) !== 'MFA_CONFIGURATION_TOKEN' && !factors.wasSetUpIn(id)) {
        throw new Refusal('tokenExpired', MESSAGES.tokenExpired)
      }
      // The password was typed a moment ago.
      factors.prove(id)
      return { ...actorOf(user), authority: user.authority, sessionId: id, chainId: id }
    },

    async prove(principal, { password, providerType, verificationCode }, client) {
      const { userId, chainId } = principal
      if (password !== undefined) {
        await checkOwnPassword(principal, password, client)
      } else if (providerType !== undefined && verificationCode !== undefined) {
        if (!factorCheck.checkCode(userId, providerType, verificationCode)) throw badRequest(WRONG_CODE)
      } else {
        throw badRequest('Give password, or providerType and verificationCode')
      }
      factors.prove(chainId)
    },
  }
}
