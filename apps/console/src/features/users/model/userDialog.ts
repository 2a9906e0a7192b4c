import { User } from '@greenwave/contract/users'
import * as z from 'zod/mini'
import { subjectReader } from '../../../data/keptForm.ts'

/** Which dialog of the user list is asked for, and about whom. */
export type UserDialog =
  | { kind: 'add'; customerId: string }
  | { kind: 'edit' | 'delete' | 'sessions'; user: User }
  | { kind: 'setPassword'; user: User; token: string }

/** Returns the form that was kept when the session ended; null for what is none. */
export const readUserForm = subjectReader<UserDialog>(
  z.union([
    z.object({ kind: z.literal('add'), customerId: z.string() }),
    z.object({ kind: z.literal('edit'), user: User }),
  ]),
)
