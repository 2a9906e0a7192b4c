import { User } from '@greenwave/contract/users'
import * as z from 'zod/mini'

/** Which dialog of the user list is asked for, and about whom. */
export type UserDialog =
  | { kind: 'add'; customerId: string }
  | { kind: 'edit' | 'delete' | 'sessions'; user: User }
  | { kind: 'setPassword'; user: User; token: string }

const KeptDialog = z.union([
  z.object({ kind: z.literal('add'), customerId: z.string() }),
  z.object({ kind: z.literal('edit'), user: User }),
])

/** Returns the form that was kept when the session ended; null for what is none. */
export function readUserForm(kept: unknown): UserDialog | null {
  const read = z.safeParse(KeptDialog, kept)
  return read.success ? read.data : null
}
