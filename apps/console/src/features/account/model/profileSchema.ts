import { EMAIL_ADDRESS, PHONE_E164 } from '@greenwave/contract/wire/fields'
import * as z from 'zod/mini'
import { requiredText } from '../../../ui/forms/forms.ts'

/** The schema of the profile form. Its complaints are text keys of the namespace `account`. */
export const ProfileSchema = z.object({
  email: requiredText('emailRequired').check(
    z.refine((email) => EMAIL_ADDRESS.test(email.trim()), { error: 'emailInvalid' }),
  ),
  firstName: requiredText('firstNameRequired'),
  lastName: requiredText('lastNameRequired'),
  phone: requiredText('phoneRequired').check(
    z.refine((phone) => PHONE_E164.test(phone.trim()), { error: 'phoneInvalid' }),
  ),
})

/** The text keys of the form's complaints. */
export type ProfileComplaint =
  | 'emailRequired'
  | 'emailInvalid'
  | 'firstNameRequired'
  | 'lastNameRequired'
  | 'phoneRequired'
  | 'phoneInvalid'
  | 'tooLong'
