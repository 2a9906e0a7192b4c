import type { StepScope } from '@greenwave/contract/wire/secondFactor'
import type { User } from '@greenwave/contract/wire/users'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Store } from '../../store/openStore.ts'
import type { SecondFactors, StoredPasskey } from '../../store/store.ts'
import { badRequest, Refusal } from '../refusal.ts'
import { afterWrongCode, codeLockLeft, NO_CODE_FAILURES } from './codeLock.ts'
import type { Passkeys } from './passkeys.ts'
import { useRecoveryCode } from './recoveryCodes.ts'
import { findTotpStep } from './totp.ts'

/** The users who need a second factor to sign in: none, administrators, or all. */
export const FACTOR_POLICIES = ['optional', 'administrators', 'everyone'] as const
/** A policy of an installation. */
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]

/** Decides whether users need a second factor, and checks what they present. */
export interface FactorCheck {
  isRequired(user: User): boolean
  /** Returns the step between a right password and the session; undefined when there is none. */
  stepFor(user: User): StepScope | undefined
  /** Returns the factors that the user can present, the usual one first. */
  providers(userId: string): readonly ('TOTP' | 'PASSKEY' | 'BACKUP_CODE')[]
  keys(userId: string): readonly StoredPasskey[]
  /**
   * Checks a code. A right code cannot be used again.
   * @throws {Refusal} 400 for a factor that the user does not have, 429 after too many wrong codes
   */
  checkCode(userId: string, provider: string, code: string): boolean
  /** Checks a passkey's answer to the ceremony begun under this name. */
  checkPasskey(userId: string, ceremony: string, origin: string, response: AuthenticationResponseJSON): Promise<boolean>
}

interface FactorCheckParts {
  readonly store: Store
  readonly passkeys: Passkeys
  readonly policy: FactorPolicy
  readonly now: () => number
}

/** The factors of a user who has none. */
export const NO_FACTORS: SecondFactors = { totp: null, passkeys: [], recoveryHashes: [] }

/** Returns true if a user can pass the second step by more than recovery codes. */
export const hasFactor = ({ totp, passkeys }: SecondFactors): boolean => totp !== null || passkeys.length > 0

/** Creates the check of second factors. */
export function createFactorCheck({ store, passkeys, policy, now }: FactorCheckParts): FactorCheck {
  const factorsOf = (userId: string): SecondFactors => store.secondFactors.of(userId) ?? NO_FACTORS
  const isRequired = ({ authority }: User): boolean =>
    policy === 'everyone' || (policy === 'administrators' && authority === 'TENANT_ADMIN')
  function checkTotp(userId: string, factors: SecondFactors, code: string): boolean {
    const { totp } = factors
    if (totp === null) throw badRequest('2FA is not configured for account')
    const leftMs = codeLockLeft(totp.failures, now())
    if (leftMs > 0) {
      const minutes = Math.ceil(leftMs / 60_000)
      throw new Refusal(
        'tooManyRequests',
        `Too many wrong codes. Wait ${minutes} min, or use a recovery code or a passkey.`,
      )
    }
    const step = findTotpStep(totp.secret, code, now(), totp.lastStep)
    if (step === undefined) {
      const failures = afterWrongCode(totp.failures, now())
      store.secondFactors.noteUse(userId, { ...factors, totp: { ...totp, failures } })
      return false
    }
    store.secondFactors.noteUse(userId, { ...factors, totp: { ...totp, lastStep: step, failures: NO_CODE_FAILURES } })
    return true
  }

  function checkRecoveryCode(userId: string, factors: SecondFactors, code: string): boolean {
    if (factors.recoveryHashes.length === 0) throw badRequest('There are no recovery codes left for this account')
    const rest = useRecoveryCode(factors.recoveryHashes, userId, code)
    if (rest === undefined) return false
    store.secondFactors.noteUse(userId, { ...factors, recoveryHashes: rest })
    return true
  }

  return {
    isRequired,
    stepFor(user) {
      if (hasFactor(factorsOf(user.id.id))) return 'PRE_VERIFICATION_TOKEN'
      return isRequired(user) ? 'MFA_CONFIGURATION_TOKEN' : undefined
    },
    providers(userId) {
      const { totp, passkeys: keys, recoveryHashes } = factorsOf(userId)
      return [
        ...(totp === null ? [] : ['TOTP' as const]),
        ...(keys.length === 0 ? [] : ['PASSKEY' as const]),
        ...(recoveryHashes.length === 0 ? [] : ['BACKUP_CODE' as const]),
      ]
    },
    keys: (userId) => factorsOf(userId).passkeys,
    checkCode(userId, provider, code) {
      const factors = factorsOf(userId)
      if (provider === 'TOTP') return checkTotp(userId, factors, code)
      if (provider === 'BACKUP_CODE') return checkRecoveryCode(userId, factors, code)
      throw badRequest(`2FA provider '${provider}' is not available: give TOTP or BACKUP_CODE as providerType`)
    },
    async checkPasskey(userId, ceremony, origin, response) {
      const used = await passkeys.check(ceremony, origin, factorsOf(userId).passkeys, response)
      if (used === undefined) return false
      const factors = factorsOf(userId)
      // The passkey may have been removed while its answer was checked.
      if (!factors.passkeys.some(({ id }) => id === used.id)) return false
      store.secondFactors.noteUse(userId, {
        ...factors,
        passkeys: factors.passkeys.map((key) => (key.id === used.id ? used : key)),
      })
      return true
    },
  }
}
