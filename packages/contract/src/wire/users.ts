import * as z from 'zod/mini'
import { Authority } from './auth.ts'
import { bodyText, bodyVersion } from './fields.ts'
import { EntityRef, noRef } from './ids.ts'
import { infoOf, nothing, numberOrZero, textOrEmpty, textOrNothing, tolerantRow } from './tolerant.ts'

const AdditionalInfo = z.optional(z.unknown())

/** A user as the platform returns it. Unknown members are kept, because an update posts them back. */
export const User = tolerantRow(
  'a user',
  z.looseObject({
    id: EntityRef,
    createdTime: z.number(),
    tenantId: EntityRef,
    customerId: EntityRef,
    email: z.string(),
    name: z.string(),
    authority: Authority,
    firstName: z.nullish(z.string()),
    lastName: z.nullish(z.string()),
    phone: z.nullish(z.string()),
    version: z.nullish(z.number()),
    additionalInfo: AdditionalInfo,
  }),
  {
    createdTime: numberOrZero,
    tenantId: noRef('TENANT'),
    customerId: noRef('CUSTOMER'),
    email: textOrEmpty,
    name: textOrEmpty,
    firstName: textOrNothing,
    lastName: textOrNothing,
    phone: textOrNothing,
    version: nothing,
  },
)
export type User = z.infer<typeof User>

/** Body that creates a user (no id) or updates one. `authority` and `customerId` cannot change once set. */
export const UserRequest = z.looseObject({
  id: z.nullish(EntityRef),
  customerId: z.nullish(EntityRef),
  email: bodyText,
  authority: bodyText,
  firstName: bodyText,
  lastName: bodyText,
  phone: bodyText,
  version: bodyVersion,
  additionalInfo: AdditionalInfo,
  // The caller's password, with a new e-mail address of their own. Only the embedded platform reads it.
  currentPassword: bodyText,
})
export type UserRequest = z.infer<typeof UserRequest>

/** A user with only the members that lists of names need. */
export const UserEmailInfo = z.looseObject({
  id: EntityRef,
  email: z.string(),
  firstName: z.nullish(z.string()),
  lastName: z.nullish(z.string()),
})

/** Members of a user's additionalInfo that the platform computes on reading. Clients must not post them back. */
export const COMPUTED_USER_INFO = ['userCredentialsEnabled', 'userActivated', 'lastLoginTs', 'pendingEmail'] as const

/**
 * The new e-mail address that a user requested and that has no effect yet: `pendingEmail` of the additionalInfo of
 * users. Only the embedded platform has it.
 */
export const PendingEmail = z.object({
  email: z.string(),
  // Until when it can be confirmed, epoch milliseconds.
  expiresTs: z.number(),
  // Whether opening a mailed link confirms it; otherwise an administrator does.
  isMailed: z.boolean(),
})
export type PendingEmail = z.infer<typeof PendingEmail>

/** Returns the address that a user requested; undefined without one. */
export function pendingEmailOf({ additionalInfo }: Pick<User, 'additionalInfo'>): PendingEmail | undefined {
  return PendingEmail.safeParse(infoOf(additionalInfo).pendingEmail).data
}

/** Body that confirms a new e-mail address with the token of the mailed link. */
export const ConfirmEmailRequest = z.object({ token: z.string() })
/** The address that holds from now on. */
export const ConfirmedEmail = z.object({ email: z.string() })
