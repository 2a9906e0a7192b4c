import { PASSWORD_LENGTH } from '@greenwave/contract/wire/consoleSettings'
import * as z from 'zod/mini'

/**
 * The schema of the form that changes the user's own password. Its complaints are text keys of the namespace `account`.
 */
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
/** The values of that form. */
export type ChangePasswordValues = z.infer<typeof ChangePasswordSchema>
/** The text keys of the form's complaints. */
export type ChangePasswordComplaint =
  | 'currentPasswordRequired'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'passwordsDiffer'
