import * as z from 'zod/mini'
import { Uuid } from './ids.ts'

/** A sign-in with all its renewals, as long as it lives. Times are epoch milliseconds. */
export const Session = z.object({
  id: Uuid,
  /** True for the one that asks. */
  current: z.boolean(),
  /** From where it was last renewed: IP address, and what the User-Agent header tells. Null where nobody knows. */
  address: z.nullable(z.string()),
  browser: z.string(),
  os: z.string(),
  startedTs: z.number(),
  lastUsedTs: z.number(),
  /** When it ends, however often it is renewed. */
  expiresTs: z.number(),
  /** E-mail of the administrator who signed in as this user. */
  impersonatedBy: z.nullable(z.string()),
})
export type Session = z.infer<typeof Session>

/** What stands for a browser or a system that nobody knows. */
export const UNKNOWN_CLIENT = 'Unknown'
