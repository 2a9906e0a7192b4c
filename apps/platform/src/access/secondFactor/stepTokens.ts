import { createHash, createSecretKey, randomUUID } from 'node:crypto'
import { TOKEN_ISSUER } from '@greenwave/contract/wire/auth'
import { MESSAGES } from '@greenwave/contract/wire/errors'
import type { StepScope } from '@greenwave/contract/wire/secondFactor'
import type { User } from '@greenwave/contract/wire/users'
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Store } from '../../store/openStore.ts'
import type { UserCredentials } from '../../store/store.ts'
import { createExpiringMap } from '../expiringMap.ts'
import { Refusal } from '../refusal.ts'

/** The purpose of a token of an unfinished sign-in: a step of the wire, or the change of a printed password. */
type StepPurpose = StepScope | 'PASSWORD_RESET_TOKEN'

/** Lifetime of a token by its purpose, seconds. Setting up a factor takes longer than typing a code. */
const LIFE_SECONDS: Readonly<Record<StepPurpose, number>> = {
  PRE_VERIFICATION_TOKEN: 300,
  MFA_CONFIGURATION_TOKEN: 900,
  PASSWORD_RESET_TOKEN: 900,
}
const ALGORITHM = 'HS512'
/** Tokens whose wrong codes, or whose end, are remembered; the oldest are dropped first. */
const MAX_REMEMBERED = 50_000
/** A token is invalid after this many wrong codes. */
const MAX_WRONG_CODES = 5

/** An unfinished sign-in. */
export interface Step {
  readonly id: string
  readonly user: User
  readonly credentials: UserCredentials
}

/**
 * Issues and checks the tokens between a right password and a session. They give access to no other call and to no
 * socket.
 */
export interface StepTokens {
  issue(user: User, credentials: UserCredentials, purpose: StepPurpose): Promise<string>
  /**
   * Resolves with the sign-in that a token continues.
   * @throws {Refusal} 401 for a token that is malformed, of another purpose, expired, used, or older than a change of
   * the account
   */
  verify(token: string, purpose: StepPurpose): Promise<Step>
  /** Counts a wrong code; after five the token is invalid. */
  countWrongCode(step: Step): void
  /** Makes a used token invalid. */
  end(step: Step): void
}

const over = (): Refusal => new Refusal('tokenExpired', MESSAGES.tokenExpired)

/** Creates the step tokens of a store. `now` returns epoch milliseconds. */
export function createStepTokens(store: Store, now: () => number): StepTokens {
  const key = createSecretKey(store.signingKey)
  const longestMs = Math.max(...Object.values(LIFE_SECONDS)) * 1000
  const wrongCodes = createExpiringMap<number>(longestMs, MAX_REMEMBERED, now)

  async function claimsOf(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: TOKEN_ISSUER,
        requiredClaims: ['exp', 'userId', 'sessionId', 'scopes', 'state'],
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JWTExpired || error instanceof errors.JWSSignatureVerificationFailed) throw over()
      throw new Refusal('authentication', MESSAGES.authenticationFailed)
    }
  }

  return {
    issue(user, credentials, purpose) {
      const issuedAt = Math.floor(now() / 1000)
      return new SignJWT({
        userId: user.id.id,
        scopes: [purpose],
        sessionId: randomUUID(),
        enabled: true,
        isPublic: false,
        tenantId: user.tenantId.id,
        customerId: user.customerId.id,
        state: stateOf(credentials),
      })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(user.email)
        .setIssuer(TOKEN_ISSUER)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + LIFE_SECONDS[purpose])
        .sign(key)
    },
    async verify(token, purpose) {
      const { userId, sessionId, scopes, state } = await claimsOf(token)
      if (typeof userId !== 'string' || typeof sessionId !== 'string' || !Array.isArray(scopes)) {
        throw new Refusal('authentication', MESSAGES.authenticationFailed)
      }
      if (scopes[0] !== purpose) throw new Refusal('authentication', `This call takes a token of scope ${purpose}`)
      const user = store.users.byId(userId)
      const credentials = store.users.credentials(userId)
      if (user === undefined || credentials === undefined || !credentials.enabled) throw over()
      if (stateOf(credentials) !== state || (wrongCodes.get(sessionId) ?? 0) >= MAX_WRONG_CODES) throw over()
      return { id: sessionId, user, credentials }
    },
    countWrongCode: ({ id }) => wrongCodes.set(id, (wrongCodes.get(id) ?? 0) + 1),
    end: ({ id }) => wrongCodes.set(id, MAX_WRONG_CODES),
  }
}

/** Returns true for the claims of a step token. */
export function isStepToken({ scopes }: JWTPayload): boolean {
  const scope: unknown = Array.isArray(scopes) ? scopes[0] : undefined
  return Object.keys(LIFE_SECONDS).some((purpose) => purpose === scope)
}

/** Returns true for a token for setting up a second factor. Does not check its signature. */
export function isFactorSetupToken(token: string): boolean {
  const purpose: StepPurpose = 'MFA_CONFIGURATION_TOKEN'
  try {
    const { scopes } = decodeJwt(token)
    return Array.isArray(scopes) && scopes[0] === purpose
  } catch {
    return false
  }
}

/** Returns a value that changes with the password, so that a step begun with the old password cannot be finished. */
function stateOf({ passwordHash }: UserCredentials): string {
  return createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 16)
}
