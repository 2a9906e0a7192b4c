import * as z from 'zod/mini'
import { NULL_UUID, Uuid } from './ids.ts'
import { nothing, tolerantRow, truthOrFalse } from './tolerant.ts'

/** Roles that the platform knows. The product's screens serve the first two of them. */
export const Authority = z.enum(['TENANT_ADMIN', 'CUSTOMER_USER', 'SYS_ADMIN'])
export type Authority = z.infer<typeof Authority>

/** Body of the sign-in call: exactly these two keys. A body with any other key is refused. */
export const LoginRequest = z.strictObject({ username: z.string(), password: z.string() })
export type LoginRequest = z.infer<typeof LoginRequest>

/** An access token with the refresh token that renews it. */
export const TokenPair = z.object({ token: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof TokenPair>

/** Body of the call that renews tokens: exactly this key. */
export const RefreshRequest = z.strictObject({ refreshToken: z.string() })

/** Body of the call by which callers change their password. */
export const ChangePasswordRequest = z.object({ currentPassword: z.string(), newPassword: z.string() })

/** Body that replaces a printed or expired password. The platform sends the token when it refuses the sign-in. */
export const ResetPasswordRequest = z.object({ resetToken: z.string(), password: z.string() })

/** Body that sets a user's first password. */
export const ActivateRequest = z.object({ activateToken: z.string(), password: z.string() })

/** A user's activation link: `value` carries an `activateToken` parameter, `ttlMs` is its lifetime in milliseconds. */
export const ActivationLinkInfo = z.object({ value: z.string(), ttlMs: z.number() })
export type ActivationLinkInfo = z.infer<typeof ActivationLinkInfo>

/** Claims of an access token. `exp` and `iat` are seconds; ids are plain texts here. */
export const AccessClaims = tolerantRow(
  'an access token',
  z.looseObject({
    sub: z.string(),
    userId: z.string(),
    scopes: z.array(z.string()),
    sessionId: z.string(),
    // The sign-in that this pair of tokens belongs to. Only the embedded platform sends it.
    chainId: z.optional(z.string()),
    // The number of this pair in its session, likewise.
    generation: z.optional(z.int()),
    // The session at the sign-in provider that began this one, likewise; empty if it has no name.
    providerSession: z.optional(z.string()),
    // E-mail address of the administrator who signed in as this user, likewise.
    impersonatedBy: z.optional(z.string()),
    // That administrator's id, likewise.
    impersonatorId: z.optional(z.string()),
    exp: z.number(),
    iat: z.number(),
    iss: z.string(),
    firstName: z.nullish(z.string()),
    lastName: z.nullish(z.string()),
    enabled: z.boolean(),
    isPublic: z.boolean(),
    tenantId: Uuid,
    customerId: Uuid,
  }),
  {
    sessionId: () => '',
    chainId: () => undefined,
    generation: () => undefined,
    providerSession: () => undefined,
    impersonatedBy: () => undefined,
    impersonatorId: () => undefined,
    iss: () => '',
    firstName: nothing,
    lastName: nothing,
    enabled: () => true,
    isPublic: truthOrFalse,
    customerId: () => NULL_UUID,
  },
)
export type AccessClaims = z.infer<typeof AccessClaims>

/** Rules that a new password must meet; null means no rule. */
export const PasswordPolicy = z.object({
  minimumLength: z.number(),
  maximumLength: z.number(),
  minimumUppercaseLetters: z.nullable(z.number()),
  minimumLowercaseLetters: z.nullable(z.number()),
  minimumDigits: z.nullable(z.number()),
  minimumSpecialCharacters: z.nullable(z.number()),
  allowWhitespaces: z.boolean(),
  forceUserToResetPasswordIfNotValid: z.boolean(),
  passwordExpirationPeriodDays: z.nullable(z.number()),
  passwordReuseFrequencyDays: z.nullable(z.number()),
})

/** Lifetime of an access token, seconds. */
export const ACCESS_TOKEN_SECONDS = 9000
/** Lifetime of a refresh token, seconds. */
export const REFRESH_TOKEN_SECONDS = 604_800
/** The issuer of tokens: their `iss` claim. */
export const TOKEN_ISSUER = 'thingsboard.io'
