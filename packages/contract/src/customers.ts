import * as z from 'zod/mini'
import { EntityRef } from './ids.ts'

const text = z.nullish(z.string())
const contact = {
  country: text,
  state: text,
  city: text,
  address: text,
  address2: text,
  zip: text,
  phone: text,
  email: text,
}

/** A customer as the platform answers it; `name` equals `title`. */
export const Customer = z.looseObject({
  id: EntityRef,
  createdTime: z.number(),
  tenantId: EntityRef,
  title: z.string(),
  name: z.string(),
  ...contact,
  version: z.nullish(z.number()),
  additionalInfo: z.nullish(z.record(z.string(), z.unknown())),
})
export type Customer = z.infer<typeof Customer>

/** Body that creates a customer (no id) or updates one. */
export const CustomerRequest = z.looseObject({
  id: z.nullish(EntityRef),
  title: text,
  ...contact,
  version: z.nullish(z.number()),
  additionalInfo: z.nullish(z.record(z.string(), z.unknown())),
})
export type CustomerRequest = z.infer<typeof CustomerRequest>

/** The short form of a customer. */
export const CustomerShortInfo = z.object({ title: z.string(), isPublic: z.boolean() })
