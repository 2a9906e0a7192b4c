import { PASSWORD_LENGTH } from '@greenwave/contract/wire/auth'
import * as z from 'zod/mini'

/** The schema of the form that sets a user's first password. Its complaints are text keys of the namespace `users`. */
export const SetPasswordForm = z
  .object({
    password: z.string().check(
      z.refine((text) => text.length >= PASSWORD_LENGTH.min && text.length <= PASSWORD_LENGTH.max, {
        error: 'passwordLength',
      }),
    ),
    confirmation: z.string(),
  })
  .check(
    z.refine((form) => form.confirmation === form.password, {
      path: ['confirmation'],
      error: 'passwordsDiffer',
      when: () => true,
    }),
  )
/** The values of that form. */
export type SetPasswordValues = z.infer<typeof SetPasswordForm>
/** The text keys of the form's complaints. */
export type SetPasswordComplaint = 'passwordLength' | 'passwordsDiffer'
