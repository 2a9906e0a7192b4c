import * as z from 'zod/mini'
import { bodyText, bodyVersion } from './fields.ts'
import { EntityRef, noRef } from './ids.ts'
import { nothing, numberOrZero, textOrEmpty, textOrNothing, tolerantRow, truthOrFalse } from './tolerant.ts'

/** Returns an object with the given value for each member of a customer's address. */
function contact<T>(each: T) {
  return {
    country: each,
    state: each,
    city: each,
    address: each,
    address2: each,
    zip: each,
    phone: each,
    email: each,
  }
}

/** A customer as the platform returns it; `name` equals `title`. */
export const Customer = tolerantRow(
  'a customer',
  z.looseObject({
    id: EntityRef,
    createdTime: z.number(),
    tenantId: EntityRef,
    title: z.string(),
    name: z.string(),
    ...contact(z.nullish(z.string())),
    version: z.nullish(z.number()),
    additionalInfo: z.optional(z.unknown()),
  }),
  {
    createdTime: numberOrZero,
    tenantId: noRef('TENANT'),
    title: textOrEmpty,
    name: textOrEmpty,
    ...contact(textOrNothing),
    version: nothing,
  },
)
export type Customer = z.infer<typeof Customer>

/** Body that creates a customer (no id) or updates one. */
export const CustomerRequest = z.looseObject({
  id: z.nullish(EntityRef),
  title: bodyText,
  ...contact(bodyText),
  version: bodyVersion,
  additionalInfo: z.optional(z.unknown()),
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** The short form of a customer. */
export const CustomerShortInfo = tolerantRow(
  'a customer in short',
  z.object({ title: z.string(), isPublic: z.boolean() }),
  { title: textOrEmpty, isPublic: truthOrFalse },
)
