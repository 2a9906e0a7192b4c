import * as z from 'zod/mini'
import { Authority } from './auth.ts'
import { EntityRef } from './ids.ts'

const AdditionalInfo = z.nullish(z.record(z.string(), z.unknown()))

/** A user as the platform answers it. Members that this product does not know are kept, since an update posts them back. */
export const User = z.looseObject({
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
})
export type User = z.infer<typeof User>

/** Body that creates a user (no id) or updates one. `authority` and `customerId` cannot change once set. */
export const UserRequest = z.looseObject({
  id: z.nullish(EntityRef),
  customerId: z.nullish(EntityRef),
  email: z.nullish(z.string()),
  authority: z.nullish(z.string()),
  firstName: z.nullish(z.string()),
  lastName: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  version: z.nullish(z.number()),
  additionalInfo: AdditionalInfo,
})
export type UserRequest = z.infer<typeof UserRequest>

/** Members of a user's additionalInfo that the platform computes on reading; they are not to be posted back. */
export const COMPUTED_USER_INFO = ['userCredentialsEnabled', 'userActivated', 'lastLoginTs'] as const
