import { randomBytes } from 'node:crypto'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { User } from '@greenwave/contract/wire/users'
import type { Store } from '../store/openStore.ts'
import type { UserCredentials } from '../store/store.ts'
import type { PasswordRules } from './passwordRules.ts'
import type { HashPassword } from './passwords.ts'
import { badRequest, Refusal } from './refusal.ts'
import type { Sessions } from './sessions.ts'

/** Lifetime of an activation link, milliseconds. */
const ACTIVATION_LIFE_MS = 24 * 3_600_000
/** A requested link that expires sooner than this is replaced, milliseconds. */
const ACTIVATION_RENEWAL_MS = 15 * 60_000

/** The state of accounts: activation, enabling, passwords. */
export interface Accounts {
  /** Creates the credentials of a new user: disabled, with an activation token. */
  open(userId: string): void
  /**
   * Returns the token of the user's activation link and how long it is still valid, milliseconds. Throws a Refusal for
   * activated users.
   */
  activationToken(userId: string): { token: string; ttlMs: number }
  /** Returns whether an activation link can still be used. */
  checkActivationToken(token: string): 'good' | 'expired' | 'unknown'
  /** Sets the first password and enables the account. The token cannot be used again. */
  activate(token: string, password: string): Promise<User>
  /**
   * Enables an account that was never activated, without a password, for a user whom a sign-in provider proved. Returns
   * its credentials; undefined if an administrator disabled the account.
   */
  activateByProvider(userId: string): UserCredentials | undefined
  /**
   * Enables or disables an account. Disabling ends its sessions, and its activation link does not work until the
   * account is enabled again. An account that was never activated then still needs its activation.
   */
  setEnabled(userId: string, enabled: boolean): void
  /**
   * Replaces the password, enables the account and ends all its sessions. A generated password is `printed`: it must be
   * changed at the first sign-in.
   */
  setPassword(userId: string, password: string, kind?: 'chosen' | 'printed'): Promise<void>
  /**
   * Replaces the password of an enabled account and ends all its sessions. Refused when the account was disabled or
   * deleted, or its password changed, since `checked` was read.
   */
  replacePassword(checked: UserCredentials, password: string): Promise<void>
}

interface AccountsDeps {
  readonly store: Store
  readonly sessions: Sessions
  readonly rules: PasswordRules
  readonly hashPassword: HashPassword
  /** Returns epoch milliseconds. */
  readonly now: () => number
}

/** Creates the accounts of a store. */
export function createAccounts({ store, sessions, rules, hashPassword, now }: AccountsDeps): Accounts {
  const credentialsOf = (userId: string): UserCredentials => {
    const credentials = store.users.credentials(userId)
    if (credentials === undefined) throw new Error(`user ${userId} has no credentials`)
    return credentials
  }
  const newActivation = () => ({
    activateToken: randomBytes(30).toString('base64url'),
    activateTokenExpTime: now() + ACTIVATION_LIFE_MS,
  })
  const withPassword = (
    credentials: UserCredentials,
    passwordHash: string,
    mustChangePassword = false,
  ): UserCredentials => ({
    ...credentials,
    passwordHash,
    mustChangePassword,
    enabled: true,
    disabled: false,
    activateToken: null,
    activateTokenExpTime: null,
    failedLoginAttempts: 0,
    lockedUntil: null,
  })
  /** Both writes are in one transaction: sessions end together with the old password, or neither does. */
  async function replace(credentials: UserCredentials, passwordHash: string, isPrinted: boolean): Promise<void> {
    store.transaction(() => {
      store.users.saveCredentials(withPassword(credentials, passwordHash, isPrinted))
      // Whoever knew the old password may have requested it.
      store.emailChanges.remove(credentials.userId)
      sessions.endAllOf(credentials.userId)
    })
    await store.committed()
  }
  async function refuseWeak(password: string, userId: string): Promise<void> {
    const violation = await rules.violation(password, store.users.byId(userId)?.email ?? '')
    if (violation !== undefined) throw badRequest(violation)
  }
  /** Returns the credentials that a token can still activate; throws a Refusal for any other token. */
  function activatable(token: string): UserCredentials {
    const credentials = store.users.credentialsByActivateToken(token)
    if (credentials === undefined) {
      throw badRequest(`Unable to find user credentials by activateToken [${token}]`)
    }
    if (credentials.enabled) throw badRequest('User credentials already activated')
    if (credentials.disabled) throw new Refusal('authentication', MESSAGES.accountNotActive)
    if ((credentials.activateTokenExpTime ?? 0) <= now()) throw badRequest('Activation token expired')
    return credentials
  }

  return {
    open(userId) {
      store.users.saveCredentials({
        userId,
        enabled: false,
        passwordHash: null,
        ...newActivation(),
        failedLoginAttempts: 0,
        lockedUntil: null,
        lastLoginTs: null,
        disabled: false,
        mustChangePassword: false,
        isEmailUnproved: false,
      })
    },
    activationToken(userId) {
      const credentials = credentialsOf(userId)
      if (credentials.enabled || credentials.activateToken === null) throw badRequest('User is already activated!')
      const ttlMs = (credentials.activateTokenExpTime ?? 0) - now()
      if (ttlMs >= ACTIVATION_RENEWAL_MS) return { token: credentials.activateToken, ttlMs }
      const renewed = newActivation()
      store.users.saveCredentials({ ...credentials, ...renewed })
      return { token: renewed.activateToken, ttlMs: ACTIVATION_LIFE_MS }
    },
    checkActivationToken(token) {
      const credentials = store.users.credentialsByActivateToken(token)
      if (credentials === undefined) return 'unknown'
      return (credentials.activateTokenExpTime ?? 0) <= now() ? 'expired' : 'good'
    },
    async activate(token, password) {
      // Checks the password rules first, as the contract demands. They can refuse a short password without knowing the
      // account.
      await refuseWeak(password, store.users.credentialsByActivateToken(token)?.userId ?? '')
      activatable(token)
      const passwordHash = await hashPassword(password)
      const user = store.transaction(() => {
        // Reads them again: the token may have been used while the password was hashed.
        const credentials = activatable(token)
        const user = store.users.byId(credentials.userId)
        if (user === undefined) throw badRequest(`Unable to find user credentials by activateToken [${token}]`)
        // Activation counts as a sign-in.
        store.users.saveCredentials({ ...withPassword(credentials, passwordHash), lastLoginTs: now() })
        return user
      })
      await store.committed()
      return user
    },
    activateByProvider(userId) {
      const credentials = credentialsOf(userId)
      if (credentials.enabled) return credentials
      if (credentials.disabled || credentials.activateToken === null) return undefined
      const activated = { ...credentials, enabled: true, activateToken: null, activateTokenExpTime: null }
      store.users.saveCredentials(activated)
      return activated
    },
    setEnabled(userId, enabled) {
      const credentials = credentialsOf(userId)
      // An account that a sign-in provider activated has no password, and no activation token either.
      const isActivated = credentials.passwordHash !== null || credentials.activateToken === null
      if (enabled && !isActivated && !credentials.disabled) {
        throw badRequest('Enabled user credentials should have password!')
      }
      store.transaction(() => {
        store.users.saveCredentials({
          ...credentials,
          enabled: enabled && isActivated,
          disabled: !enabled,
          failedLoginAttempts: 0,
          lockedUntil: null,
        })
        if (enabled) return
        store.emailChanges.remove(userId)
        sessions.endAllOf(userId)
      })
    },
    async setPassword(userId, password, kind = 'chosen') {
      await refuseWeak(password, userId)
      const passwordHash = await hashPassword(password)
      await replace(credentialsOf(userId), passwordHash, kind === 'printed')
    },
    async replacePassword({ userId, passwordHash: checkedHash }, password) {
      await refuseWeak(password, userId)
      const passwordHash = await hashPassword(password)
      const credentials = store.users.credentials(userId)
      if (credentials === undefined || !credentials.enabled || credentials.passwordHash !== checkedHash) {
        throw new Refusal('authentication', MESSAGES.accountNotActive)
      }
      await replace(credentials, passwordHash, false)
    },
  }
}
