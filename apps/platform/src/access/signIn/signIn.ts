import { setTimeout as delay } from 'node:timers/promises'
import type { TokenPair } from '@greenwave/contract/wire/auth'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { SignInReply } from '@greenwave/contract/wire/secondFactor'
import type { User } from '@greenwave/contract/wire/users'
import type { FastifyBaseLogger } from 'fastify'
import { ownAction, subjectOf } from '../../audit/action.ts'
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
import { type Principal, TokenRefused } from '../principal.ts'
import { badRequest, permissionDenied, Refusal } from '../refusal.ts'
import type { FactorCheck } from '../secondFactor/factorCheck.ts'
import { timeOfId } from '../sessionId.ts'
import type { SessionOrigin, Sessions } from '../sessions.ts'
import type { GuardLimits, SignInGuard } from './signInGuard.ts'
import { NO_PASSWORD, type SignInOutcome, type SignInSteps } from './signInSteps.ts'
import type { Tokens } from './tokens.ts'
import { crowdKey, type TryOrigin, tryOrigin } from './tryOrigin.ts'

/** The ways to sign in and out. `signInSteps.ts` has the steps between a password and its tokens. */
export interface SignIn {
  /** Signs in with an e-mail address and a password. */
  byPassword(username: string, password: string, client: Client): Promise<SignInOutcome>
  /**
   * Renews a pair of tokens with its refresh token. The user is read again, so that the claims show a changed profile.
   */
  byRefreshToken(refreshToken: string, client: Client): Promise<TokenPair>
  /** Signs in with an activation token and the first password. */
  byActivation(token: string, password: string, client: Client): Promise<SignInReply>
  /** Signs an administrator in as a customer user of their tenant. */
  asUser(admin: Principal, user: User, client: Client): Promise<TokenPair>
  /**
   * Changes the caller's password, ends all sessions of the user and opens one that replaces the caller's: begun as that
   * was, and no longer valid than that would have been.
   */
  changePassword(principal: Principal, current: string, next: string, client: Client): Promise<TokenPair>
  /** Ends the caller's session with all its tokens, even when the end cannot be written. */
  signOut(principal: Principal, client: Client): void
}

interface SignInParts {
  readonly store: Store
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly rules: PasswordRules
  readonly steps: SignInSteps
  readonly factorCheck: FactorCheck
  readonly guard: SignInGuard
  readonly limits: GuardLimits
  readonly browsers: KnownBrowsers
  readonly addresses: KnownAddresses
  readonly audit: AuditTrail
  readonly meter: Meter
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

/** An attempt to sign in under a name. */
interface Attempt {
  readonly username: string
  readonly from: TryOrigin
  readonly user: User | undefined
  readonly client: Client
}

const refusedSignIn = (message: string): Refusal => new Refusal('authentication', message)
const REUSED = 'A refresh token was used again after its successor: its session has ended'
const tooManyTries = (): Refusal => new Refusal('tooManyRequests', 'Too many failed attempts. Wait some minutes.')

/** Creates the ways to sign in. */
export function createSignIn(parts: SignInParts): SignIn {
  const { store, tokens, sessions, accounts, rules, steps, factorCheck, guard, limits } = parts
  const { browsers, addresses, audit, log, now, meter } = parts
  const mayImpersonate = ({ impersonatedBy = '', impersonatorId }: SessionOrigin): boolean => {
    // Sessions of earlier releases have the administrator's address alone.
    const admin = impersonatorId === undefined ? store.users.byEmail(impersonatedBy) : store.users.byId(impersonatorId)
    return admin !== undefined && store.users.credentials(admin.id.id)?.enabled === true
  }

  const isLocked = (username: string, from: TryOrigin, credentials: UserCredentials | undefined): boolean => {
    if (guard.isLocked(from.key)) return true
    if (from.kind === 'address') return guard.isLocked(crowdKey(username))
    return from.kind === 'stranger' && (credentials?.lockedUntil ?? 0) > now()
  }

  /**
   * Counts a wrong password for a name, whether the account exists or not, and answers no sooner than for any other
   * failure.
   */
  async function fail(startMs: number, tried: Attempt): Promise<Refusal> {
    const { from, user, client } = tried
    const { floorMs, locksUntilMs } = countFailure(tried)
    meter.signInFailed('password')
    const message = locksUntilMs === undefined ? MESSAGES.invalidCredentials : MESSAGES.accountLocked
    if (user !== undefined) {
      const credentials = store.users.credentials(user.id.id)
      // The lock of strangers survives a restart.
      if (locksUntilMs !== undefined && credentials !== undefined && from.kind === 'stranger') {
        try {
          store.users.saveCredentials({ ...credentials, lockedUntil: locksUntilMs })
        } catch (error) {
          // An unknown account has no lock to write, so a different answer here would reveal that the account exists.
          log.error({ err: error, userId: user.id.id }, 'Saving a sign-in lockout failed; it will be lost on restart')
        }
      }
      audit.refused(ownAction(locksUntilMs === undefined ? 'LOGIN' : 'LOCKOUT', user, client), message)
    }
    await until(startMs + floorMs)
    return refusedSignIn(message)
  }
  function countFailure({ username, from, client }: Attempt): ReturnType<SignInGuard['countFailure']> {
    // These do not count for the address; otherwise a user could lock out the owner of another account behind the same
    // address.
    if (from.kind === 'browser') return guard.countFailure(from.key)
    const own = guard.countFailure(from.key, addressGroup(client.address))
    if (from.kind === 'stranger') return own
    const ofAll = guard.countFailure(crowdKey(username), undefined, limits.crowdFailures)
    return { floorMs: own.floorMs, locksUntilMs: own.locksUntilMs ?? ofAll.locksUntilMs }
  }
  const until = (timeMs: number): Promise<void> => delay(Math.max(0, timeMs - now()))

  async function attempt(tried: Attempt, password: string): Promise<SignInOutcome> {
    const startMs = now()
    const { username, from, client } = tried
    const user = store.users.byEmail(username)
    const credentials = user === undefined ? undefined : store.users.credentials(user.id.id)
    if (isLocked(username, from, credentials)) {
      meter.signInFailed('locked')
      await until(startMs + guard.floorMs(from.key))
      throw refusedSignIn(MESSAGES.accountNotActive)
    }
    const isRight = await isPassword(credentials?.passwordHash, password)
    if (!isRight || user === undefined) throw await fail(startMs, { ...tried, user })
    // Reads them again: the account may have changed while the password was checked.
    const current = store.users.credentials(user.id.id)
    if (current === undefined || current.passwordHash !== credentials?.passwordHash) {
      throw await fail(startMs, { ...tried, user })
    }
    if (!current.enabled) {
      audit.refused(ownAction('LOGIN', user, client), MESSAGES.accountNotActive)
      throw refusedSignIn(MESSAGES.accountNotActive)
    }
    guard.forget(from.key)
    const lockedUntil = from.kind === 'stranger' ? null : current.lockedUntil
    return steps.afterPassword(user, { ...current, lockedUntil }, client)
  }

  return {
    async byPassword(username, password, client) {
      if (username.trim() === '' || password === '') throw refusedSignIn(MESSAGES.authenticationFailed)
      const group = addressGroup(client.address)
      const browser = await browsers.read(client.browserCookie)
      const user = store.users.byEmail(username)
      const from = tryOrigin({
        name: username,
        userId: user?.id.id,
        browser,
        addressGroup: group,
        isKnownAddress: addresses.has(group),
      })
      const isBlocked = from.kind !== 'browser' && guard.isAddressBlocked(group)
      const turn = isBlocked
        ? undefined
        : guard.inTurn(from.key, () => attempt({ username, from, user, client }, password))
      if (turn !== undefined) return turn
      meter.signInFailed('throttled')
      throw tooManyTries()
    },

    async byRefreshToken(refreshToken, client) {
      if (refreshToken.trim() === '') throw refusedSignIn(MESSAGES.authenticationFailed)
      const { userId, chainId, generation, isOutdated, ...origin } = await tokens
        .verifyRefreshToken(refreshToken)
        .catch((error: unknown) => {
          if (!(error instanceof TokenRefused)) throw error
          if (error.reason === 'expired') throw error
          throw refusedSignIn(error.message)
        })
      const user = store.users.byId(userId)
      if (user === undefined) throw refusedSignIn(MESSAGES.invalidCredentials)
      const credentials = store.users.credentials(userId)
      // A lock does not count here; otherwise anyone who knows an account's name could end its sessions by locking it.
      if (credentials === undefined || !credentials.enabled) {
        throw refusedSignIn(MESSAGES.accountNotActive)
      }
      const session = sessions.of(userId).find(({ id }) => id === chainId)
      // Of a session whose record was lost, the token says it.
      const isOfProvider =
        session === undefined ? origin.providerSession !== undefined : session.providerSession !== null
      // A user who must change the password or set up a second factor has to sign in for it. A sign-in provider has
      // rules of its own.
      const isDue =
        !isOfProvider && (credentials.mustChangePassword || factorCheck.stepFor(user) === 'MFA_CONFIGURATION_TOKEN')
      const isOfDismissed = origin.impersonatedBy !== undefined && !mayImpersonate(origin)
      if (isOutdated || isDue || isOfDismissed) throw refusedSignIn(MESSAGES.tokenOutdated)
      const grant = sessions.renew({ userId, chainId, ...origin }, generation, client)
      if (grant === 'reused') {
        log.warn({ userId, session: chainId, address: client.address }, REUSED)
        audit.refused(ownAction('LOGOUT', user, client), REUSED)
        throw refusedSignIn(MESSAGES.tokenOutdated)
      }
      return tokens.issue(user, grant, true)
    },

    async byActivation(token, password, client) {
      const user = await accounts.activate(token, password)
      const step = await steps.stepOf(user)
      if (step !== undefined) return step
      return audit.audited(ownAction('LOGIN', user, client), () =>
        // The session is only prepared, because an administrator who sets a first password for a user drops the tokens.
        tokens.issue(user, sessions.prepare(user.id.id), true),
      )
    },

    async asUser(admin, user, client) {
      if (user.authority !== 'CUSTOMER_USER') throw permissionDenied()
      const isEnabled = store.users.credentials(user.id.id)?.enabled ?? false
      const data = { impersonatedBy: admin.email }
      const origin = { ...data, impersonatorId: admin.userId }
      return audit.audited({ actor: admin, type: 'LOGIN', ...subjectOf(user), from: client, data }, () =>
        tokens.issue(user, sessions.open(user.id.id, client, origin), isEnabled),
      )
    },

    async changePassword(principal, current, next, client) {
      // Wrong passwords count for this session, so that a stolen token cannot be used to guess the password, or to keep
      // the owner from changing it elsewhere.
      const name = `password of ${principal.userId}\n${principal.chainId}`
      if (guard.isLocked(name)) throw tooManyTries()
      const turn = guard.inTurn(name, async () => {
        const startMs = now()
        const credentials = store.users.credentials(principal.userId)
        if (credentials?.passwordHash === null) throw badRequest(NO_PASSWORD)
        const isRight = await isPassword(credentials?.passwordHash, current)
        if (!isRight || credentials === undefined) {
          await until(startMs + guard.countFailure(name, addressGroup(client.address)).floorMs)
          throw badRequest("Current password doesn't match!")
        }
        const violation = await rules.violation(next, principal.email)
        if (violation !== undefined) throw badRequest(violation)
        if (next === current) throw badRequest('New password should be different from existing!')
        const user = store.users.byId(principal.userId)
        if (user === undefined) throw refusedSignIn(MESSAGES.authenticationFailed)
        await audit.audited(ownAction('CREDENTIALS_UPDATED', user), () => accounts.replacePassword(credentials, next))
        guard.forget(name)
        const { providerSession, chainId } = principal
        return tokens.issue(user, sessions.open(user.id.id, client, { providerSession }, timeOfId(chainId)), true)
      })
      if (turn === undefined) throw tooManyTries()
      return turn
    },

    signOut(principal, client) {
      const end = (): void => sessions.end(principal.chainId)
      const user = store.users.byId(principal.userId)
      if (user === undefined) end()
      else audit.audited(ownAction('LOGOUT', user, client), end)
    },
  }
}
