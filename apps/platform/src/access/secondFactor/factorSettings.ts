import { calls } from '@greenwave/contract/wire/calls/calls'
import { type FactorSettings, MAX_PASSKEYS, PASSKEY_NAME_LENGTH } from '@greenwave/contract/wire/secondFactor'
import type { User } from '@greenwave/contract/wire/users'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Actor, subjectOf } from '../../audit/action.ts'
import type { AuditTrail } from '../../audit/auditTrail.ts'
import type { Store } from '../../store/openStore.ts'
import type { SecondFactors } from '../../store/store.ts'
import { createExpiringMap } from '../expiringMap.ts'
import type { Principal } from '../principal.ts'
import { badRequest, Refusal } from '../refusal.ts'
import { NO_CODE_FAILURES } from './codeLock.ts'
import { type FactorCheck, hasFactor, NO_FACTORS } from './factorCheck.ts'
import type { Passkeys } from './passkeys.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recoveryCodes.ts'
import { findTotpStep, newTotpSecret, secretOfUrl, totpUrl } from './totp.ts'

/** Time to change factors after a proof of identity, milliseconds. */
const PROOF_MS = 10 * 60_000
/** Lifetime of a new secret without a first code, milliseconds. */
const SETUP_MS = 15 * 60_000
const MAX_REMEMBERED = 10_000

/** Manages users' own second factors. Each change is audited and needs a recent proof of identity. */
export interface FactorManager {
  settings(principal: Principal, origin: string): FactorSettings
  /** Records that the caller of this session has just proved their identity. */
  prove(sessionId: string): void
  /** Returns true if a factor was set up in this session. */
  wasSetUpIn(sessionId: string): boolean
  /** Returns a new secret for an authenticator app. It is saved only when `saveTotp` gets its first code. */
  newTotp(principal: Principal): { providerType: string; useByDefault: boolean; authUrl: string }
  /**
   * Saves the secret of an authenticator app.
   * @throws {Refusal} 400 for a wrong code or an address that was not given to this caller
   */
  saveTotp(principal: Principal, authUrl: string, code: string): void
  removeTotp(principal: Principal): void
  /** Replaces all recovery codes by new ones and returns them; they cannot be read again. */
  newRecoveryCodes(principal: Principal): string[]
  passkeyOptions(principal: Principal, origin: string): Promise<PublicKeyCredentialCreationOptionsJSON>
  addPasskey(principal: Principal, origin: string, name: string, response: RegistrationResponseJSON): Promise<void>
  removePasskey(principal: Principal, passkeyId: string): void
  /** Removes all factors of a user who lost them; returns true if there were any. */
  removeAll(actor: Actor, user: User, by: string): boolean
}

interface FactorManagerParts {
  readonly store: Store
  readonly check: FactorCheck
  readonly passkeys: Passkeys
  readonly audit: AuditTrail
  /** The name of the installation in authenticator apps. */
  readonly productName: string
  readonly now: () => number
}

/** Creates the manager of second factors. */
export function createFactorManager(parts: FactorManagerParts): FactorManager {
  const { store, check, passkeys, audit, productName, now } = parts
  const proofs = createExpiringMap<true>(PROOF_MS, MAX_REMEMBERED, now)
  const newSecrets = createExpiringMap<string>(SETUP_MS, MAX_REMEMBERED, now)
  /** Sessions in which a factor was set up; only these can finish a sign-in by setting one up. */
  const setUps = createExpiringMap<true>(SETUP_MS, MAX_REMEMBERED, now)

  const factorsOf = (userId: string): SecondFactors => store.secondFactors.of(userId) ?? NO_FACTORS
  function userOf({ userId }: Principal): User {
    const user = store.users.byId(userId)
    if (user === undefined) throw new Error(`user ${userId} is gone`)
    return user
  }
  function needProof({ chainId }: Principal): void {
    if (proofs.get(chainId)) return
    throw new Refusal(
      'permissionDenied',
      `Prove who you are first: POST your password to ${calls.proveIdentity.path}, then ask again within ten minutes.`,
    )
  }
  function change(actor: Actor, user: User, data: Readonly<Record<string, string>>, write: () => void): void {
    audit.audited({ actor, type: 'CREDENTIALS_UPDATED', ...subjectOf(user), data }, write)
  }
  function save(principal: Principal, factors: SecondFactors, data: Readonly<Record<string, string>>): void {
    const user = userOf(principal)
    if (!hasFactor(factors) && check.isRequired(user)) {
      throw badRequest('A second factor is required here: set up another one before you remove this one')
    }
    change(principal, user, data, () => {
      if (hasFactor(factors)) store.secondFactors.save(principal.userId, factors)
      // Recovery codes alone are no second factor.
      else store.secondFactors.remove(principal.userId)
    })
  }

  return {
    settings(principal, origin) {
      const { totp, passkeys: keys, recoveryHashes } = factorsOf(principal.userId)
      const configs: FactorSettings['configs'] = {}
      if (totp !== null) configs.TOTP = { providerType: 'TOTP', useByDefault: true }
      if (recoveryHashes.length > 0) configs.BACKUP_CODE = { providerType: 'BACKUP_CODE', useByDefault: false }
      return {
        configs,
        passkeys: keys.map(({ id, name, createdTime, lastUsedTime }) => ({ id, name, createdTime, lastUsedTime })),
        recoveryCodesLeft: recoveryHashes.length,
        required: check.isRequired(userOf(principal)),
        passkeysPossible: passkeys.isPossible(origin),
      }
    },

    prove: (sessionId) => proofs.set(sessionId, true),
    wasSetUpIn: (sessionId) => setUps.get(sessionId) ?? false,

    newTotp(principal) {
      needProof(principal)
      const secret = newTotpSecret()
      newSecrets.set(principal.userId, secret)
      return { providerType: 'TOTP', useByDefault: false, authUrl: totpUrl(secret, productName, principal.email) }
    },

    saveTotp(principal, authUrl, code) {
      needProof(principal)
      const factors = factorsOf(principal.userId)
      if (factors.totp !== null) throw badRequest('2FA provider is already configured')
      const secret = newSecrets.get(principal.userId)
      if (secret === undefined || secretOfUrl(authUrl) !== secret) {
        throw badRequest('This secret was not given out to you, or too long ago: generate a new one')
      }
      const lastStep = findTotpStep(secret, code, now(), 0)
      if (lastStep === undefined) throw badRequest('Verification code is incorrect')
      save(
        principal,
        { ...factors, totp: { secret, lastStep, failures: NO_CODE_FAILURES } },
        { secondFactor: 'TOTP', change: 'added' },
      )
      newSecrets.delete(principal.userId)
      setUps.set(principal.chainId, true)
    },

    removeTotp(principal) {
      needProof(principal)
      const factors = factorsOf(principal.userId)
      if (factors.totp === null) throw badRequest('2FA is not configured for account')
      save(principal, { ...factors, totp: null }, { secondFactor: 'TOTP', change: 'removed' })
    },

    newRecoveryCodes(principal) {
      needProof(principal)
      const factors = factorsOf(principal.userId)
      if (!hasFactor(factors)) throw badRequest('Recovery codes stand in for a second factor: set one up first')
      const codes = newRecoveryCodes()
      const recoveryHashes = codes.map((code) => hashRecoveryCode(principal.userId, code))
      save(principal, { ...factors, recoveryHashes }, { secondFactor: 'BACKUP_CODE', change: 'made anew' })
      return codes
    },

    passkeyOptions(principal, origin) {
      needProof(principal)
      if (!passkeys.isPossible(origin)) {
        throw badRequest('Browsers allow passkeys at https addresses with a name, and at localhost: this is neither')
      }
      const { userId, email, chainId } = principal
      const keys = factorsOf(userId).passkeys
      if (keys.length >= MAX_PASSKEYS)
        throw badRequest(`An account has at most ${MAX_PASSKEYS} passkeys: remove one first`)
      return passkeys.registrationOptions(`new ${chainId}`, origin, { userId, email, keys })
    },

    async addPasskey(principal, origin, name, response) {
      needProof(principal)
      const trimmed = name.trim()
      if (trimmed === '' || trimmed.length > PASSKEY_NAME_LENGTH) {
        throw badRequest(`name '${trimmed.slice(0, PASSKEY_NAME_LENGTH)}': give 1 to ${PASSKEY_NAME_LENGTH} characters`)
      }
      const key = await passkeys.register(`new ${principal.chainId}`, origin, response)
      // Reads the factors only now, because other calls may have changed them while the key was checked.
      const factors = factorsOf(principal.userId)
      if (factors.passkeys.length >= MAX_PASSKEYS) throw badRequest(`An account has at most ${MAX_PASSKEYS} passkeys`)
      const others = factors.passkeys.filter(({ id }) => id !== key.id)
      save(
        principal,
        { ...factors, passkeys: [...others, { ...key, name: trimmed }] },
        { secondFactor: 'PASSKEY', change: 'added', name: trimmed },
      )
      setUps.set(principal.chainId, true)
    },

    removePasskey(principal, passkeyId) {
      needProof(principal)
      const factors = factorsOf(principal.userId)
      const key = factors.passkeys.find(({ id }) => id === passkeyId)
      if (key === undefined) throw badRequest('There is no such passkey')
      save(
        principal,
        { ...factors, passkeys: factors.passkeys.filter((other) => other !== key) },
        { secondFactor: 'PASSKEY', change: 'removed', name: key.name },
      )
    },

    removeAll(actor, user, by) {
      if (store.secondFactors.of(user.id.id) === undefined) return false
      const data = { secondFactor: 'all', change: 'removed', by }
      change(actor, user, data, () => store.secondFactors.remove(user.id.id))
      return true
    },
  }
}
