import { User } from '@greenwave/contract/wire/users'
import * as z from 'zod/mini'
import { subjectParser } from '../../../data/subjectParser.ts'

/** The dialog of the user list to show, with its user. */
export type UserDialog =
  | { kind: 'add'; customerId: string }
  | { kind: 'edit' | 'delete' | 'sessions'; user: User }
  | { kind: 'setPassword'; user: User; token: string }

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not one of these. */
export const parseUserForm = subjectParser<UserDialog>(
  z.union([
    z.object({ kind: z.literal('add'), customerId: z.string() }),
    z.object({ kind: z.literal('edit'), user: User }),
  ]),
)
