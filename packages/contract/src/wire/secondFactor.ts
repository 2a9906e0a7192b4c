import * as z from 'zod/mini'
import { TokenPair } from './auth.ts'

/** Scope of the token of an unfinished sign-in: checking a second factor, or setting up the first one. */
export const StepScope = z.enum(['PRE_VERIFICATION_TOKEN', 'MFA_CONFIGURATION_TOKEN'])
export type StepScope = z.infer<typeof StepScope>

/** Reply to a correct password when a step is still missing: a token that is valid only for this step. */
const SignInStep = z.object({ token: z.string(), scope: StepScope })

/** Reply to a correct password: the tokens of the session, or the step that must come first. */
export const SignInReply = z.union([TokenPair, SignInStep])
export type SignInReply = z.infer<typeof SignInReply>

/** A way to pass the second step. Only this platform has `PASSKEY`; the other types are ThingsBoard's. */
export const FactorProvider = z.looseObject({
  type: z.string(),
  default: z.optional(z.boolean()),
  contact: z.nullish(z.string()),
  minVerificationCodeSendPeriod: z.nullish(z.number()),
})

/** An authenticator app to be set up. `authUrl` is the `otpauth:` address that a QR code carries. */
export const TotpConfig = z.looseObject({ providerType: z.string(), authUrl: z.nullish(z.string()) })

/** A passkey or security key of the caller; times are epoch milliseconds. */
const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdTime: z.number(),
  lastUsedTime: z.nullable(z.number()),
})

/** The reply of every platform of the family when a factor was set up. */
export const SavedFactor = z.looseObject({ configs: z.record(z.string(), z.unknown()) })

/** The caller's second factors. No reply contains a secret once its factor is set up. */
export const FactorSettings = z.object({
  /** By provider: `TOTP`, `BACKUP_CODE`. */
  configs: z.record(z.string(), z.looseObject({ providerType: z.string(), useByDefault: z.boolean() })),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number(),
  /** True if the installation requires a second factor of this account. */
  required: z.boolean(),
  /** True if browsers allow passkeys at the address that the caller used. */
  passkeysPossible: z.boolean(),
})
export type FactorSettings = z.infer<typeof FactorSettings>

/** Proof of the caller's identity before factors change: the password, or a code of a factor. */
export const ProofRequest = z.object({
  password: z.optional(z.string()),
  providerType: z.optional(z.string()),
  verificationCode: z.optional(z.string()),
})
export type ProofRequest = z.infer<typeof ProofRequest>

/** The input of a browser's credentials call. The platform makes it, the console passes it on. */
export const CeremonyOptions = z.looseObject({ challenge: z.string() })

/** The result of a browser's credentials call, as JSON. */
export const CeremonyResponse = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** Longest name of a passkey, characters. */
export const PASSKEY_NAME_LENGTH = 60
/** Largest number of passkeys of one account. */
export const MAX_PASSKEYS = 20
