import { User } from '@greenwave/contract/users'
import * as z from 'zod/mini'
import type { UserDialog } from './dialogs/UserDialogs.tsx'

const KeptDialog = z.union([
  z.object({ kind: z.literal('add'), customerId: z.string() }),
  z.object({ kind: z.literal('edit'), user: User }),
])

/** Returns the form that was kept when the session ended; null for what is none. */
export function readUserForm(kept: unknown): UserDialog | null {
  const read = z.safeParse(KeptDialog, kept)
  return read.success ? read.data : null
}
