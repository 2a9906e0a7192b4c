import { PASSWORD_LENGTH } from '@greenwave/contract/auth'
import * as z from 'zod/mini'

/** The form that changes the caller's password; complaints are text keys of the namespace `account`. */
export const ChangePasswordSchema = z
  .object({
    currentPassword: z.string().check(z.minLength(1, { error: 'currentPasswordRequired' })),
    newPassword: z
      .string()
      .check(
        z.minLength(PASSWORD_LENGTH.min, { error: 'passwordTooShort' }),
        z.maxLength(PASSWORD_LENGTH.max, { error: 'passwordTooLong' }),
      ),
    confirmation: z.string(),
  })
  .check(
    z.refine((form) => form.confirmation === form.newPassword, {
      path: ['confirmation'],
      error: 'passwordsDiffer',
      when: () => true,
    }),
  )
export type ChangePasswordValues = z.infer<typeof ChangePasswordSchema>
/** Text keys of what the form complains about. */
export type ChangePasswordComplaint =
  | 'currentPasswordRequired'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordsDiffer'
