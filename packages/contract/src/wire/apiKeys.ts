/** @file API keys, in the forms of ThingsBoard 4.4: a user's credentials for programs, with an end. */
import * as z from 'zod/mini'
import { bodyText } from './fields.ts'
import { EntityRef, Uuid } from './ids.ts'

/** An API key without its value, which can be read once alone, when the key is created. */
export const ApiKeyInfo = z.looseObject({
  id: EntityRef,
  createdTime: z.number(),
  tenantId: EntityRef,
  userId: EntityRef,
  // Epoch milliseconds. ThingsBoard knows 0 for a key without an end.
  expirationTime: z.number(),
  description: z.string(),
  enabled: z.boolean(),
  expired: z.boolean(),
})
export type ApiKeyInfo = z.infer<typeof ApiKeyInfo>

/** An API key; its value is null except in the reply that creates it. */
export const ApiKey = z.extend(ApiKeyInfo, { value: z.nullable(z.string()) })
export type ApiKey = z.infer<typeof ApiKey>

/** Body that creates an API key of the caller, or with an id updates its description and whether it is enabled. */
export const ApiKeyRequest = z.looseObject({
  id: z.nullish(z.looseObject({ id: Uuid })),
  userId: z.looseObject({ id: Uuid }),
  expirationTime: z.nullish(z.int()),
  description: bodyText,
  enabled: z.nullish(z.boolean()),
})
export type ApiKeyRequest = z.infer<typeof ApiKeyRequest>

/** The scheme of the header that carries an API key: `X-Authorization: ApiKey <value>`. */
export const API_KEY_SCHEME = 'ApiKey '
/** Longest description, characters. */
export const API_KEY_DESCRIPTION_LENGTH = 255
/** Longest life of an API key on the embedded platform, days. A key that is created without an end gets this one. */
export const API_KEY_DAYS = 365
/** Most API keys of one user on the embedded platform. */
export const MAX_API_KEYS = 20
