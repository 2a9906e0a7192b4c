import { PASSWORD_LENGTH } from '@greenwave/contract/auth'
import * as z from 'zod/mini'

/** The form that gives a user a first password; complaints are text keys of the namespace `users`. */
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
export type SetPasswordValues = z.infer<typeof SetPasswordForm>
/** Text keys of what the form complains about. */
export type SetPasswordComplaint = 'passwordLength' | 'passwordsDiffer'
