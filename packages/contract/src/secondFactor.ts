import * as z from 'zod/mini'
import { TokenPair } from './auth.ts'

/** What a token of an unfinished sign-in is good for: the check of a second factor, or the setting up of a first one. */
export const StepScope = z.enum(['PRE_VERIFICATION_TOKEN', 'MFA_CONFIGURATION_TOKEN'])
export type StepScope = z.infer<typeof StepScope>

/** Answer to a right password where something is still to be done: a token that serves this step alone. */
const SignInStep = z.object({ token: z.string(), scope: StepScope })

/** Answer to a right password: the session's tokens, or the step that comes before them. */
export const SignInReply = z.union([TokenPair, SignInStep])
export type SignInReply = z.infer<typeof SignInReply>

/** A way to pass the second step. `PASSKEY` is this platform's own; the others are the family's words. */
export const FactorProvider = z.looseObject({
  type: z.string(),
  default: z.optional(z.boolean()),
  contact: z.nullish(z.string()),
  minVerificationCodeSendPeriod: z.nullish(z.number()),
})

/** A code generator to be set up; `authUrl` is the `otpauth:` address that a QR code carries. */
export const TotpConfig = z.looseObject({ providerType: z.string(), authUrl: z.nullish(z.string()) })

/** A passkey or security key of the caller; times are epoch milliseconds. */
const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdTime: z.number(),
  lastUsedTime: z.nullable(z.number()),
})

/** What every platform of the family answers when a factor was set up. */
export const SavedFactor = z.looseObject({ configs: z.record(z.string(), z.unknown()) })

/** The caller's second factors. Secrets are in no answer once they are set up. */
export const FactorSettings = z.object({
  /** By provider: `TOTP`, `BACKUP_CODE`. */
  configs: z.record(z.string(), z.looseObject({ providerType: z.string(), useByDefault: z.boolean() })),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number(),
  /** The installation lets this account in with a second factor only. */
  required: z.boolean(),
  /** Browsers allow passkeys at the address by which the caller came. */
  passkeysPossible: z.boolean(),
})
export type FactorSettings = z.infer<typeof FactorSettings>

/** What proves who the caller is, before factors change: the password, or a code of a factor. */
export const ProofRequest = z.object({
  password: z.optional(z.string()),
  providerType: z.optional(z.string()),
  verificationCode: z.optional(z.string()),
})
export type ProofRequest = z.infer<typeof ProofRequest>

/** What a browser's credentials call takes; the platform makes it and the console hands it on. */
export const CeremonyOptions = z.looseObject({ challenge: z.string() })

/** What a browser's credentials call gives, as JSON. */
export const CeremonyResponse = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** Longest name of a passkey, characters. */
export const PASSKEY_NAME_LENGTH = 60
/** Most passkeys of one account. */
export const MAX_PASSKEYS = 20
