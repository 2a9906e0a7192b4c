import { PASSWORD_LENGTH } from '@greenwave/contract/wire/consoleSettings'
import { EMAIL_ADDRESS } from '@greenwave/contract/wire/fields'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { UserRequest } from '@greenwave/contract/wire/users'
import * as z from 'zod/mini'
import { trimmed, type UserFields } from '../../../data/userUpdate.ts'
import { optionalText, requiredText } from '../../../ui/forms/forms.ts'

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

/** The schema of the user form. Its complaints are text keys of the namespace `users`. */
export const UserForm = z.object({
  email: requiredText('emailRequired').check(
    z.refine((email) => EMAIL_ADDRESS.test(email.trim()), { error: 'emailInvalid' }),
  ),
  firstName: optionalText(),
  lastName: optionalText(),
  phone: optionalText(),
})

/** The text keys of the form's complaints. */
export type UserComplaint = 'emailRequired' | 'emailInvalid' | 'tooLong'

/** The values of an empty user form. */
export const EMPTY_USER_FORM: UserFields = { email: '', firstName: '', lastName: '', phone: '' }

/** Returns the body that creates a user of a customer. */
export function newUserRequest(fields: UserFields, tenantId: string, customerId: string): UserRequest {
  return {
    ...trimmed(fields),
    authority: 'CUSTOMER_USER',
    tenantId: entityRef('TENANT', tenantId),
    customerId: entityRef('CUSTOMER', customerId),
    additionalInfo: {
      description: '',
      defaultDashboardId: null,
      defaultDashboardFullscreen: false,
      homeDashboardId: null,
      homeDashboardHideToolbar: true,
    },
  }
}
