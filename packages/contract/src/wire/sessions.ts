import * as z from 'zod/mini'
import { Uuid } from './ids.ts'

/** A sign-in with all its renewals. Times are epoch milliseconds. */
export const Session = z.object({
  id: Uuid,
  /** True for the session of this request. */
  current: z.boolean(),
  /** Origin of the last renewal: IP address (null if unknown), and what the User-Agent header says. */
  address: z.nullable(z.string()),
  browser: z.string(),
  os: z.string(),
  startedTs: z.number(),
  lastUsedTs: z.number(),
  /** When the session ends, however often it is renewed. */
  expiresTs: z.number(),
  /** E-mail of the administrator who signed in as this user. */
  impersonatedBy: z.nullable(z.string()),
})
export type Session = z.infer<typeof Session>

/** The name of an unknown browser or operating system. */
export const UNKNOWN_CLIENT = 'Unknown'
