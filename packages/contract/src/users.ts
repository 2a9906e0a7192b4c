import * as z from 'zod/mini'
import { Authority } from './auth.ts'
import { bodyText, bodyVersion } from './fields.ts'
import { EntityRef, noRef } from './ids.ts'
import { nothing, numberOrZero, textOrEmpty, textOrNothing, tolerantRow } from './tolerant.ts'

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
export const COMPUTED_USER_INFO = ['userCredentialsEnabled', 'userActivated', 'lastLoginTs'] as const
