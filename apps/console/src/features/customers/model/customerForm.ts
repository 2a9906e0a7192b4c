import type { Customer, CustomerRequest } from '@greenwave/contract/wire/customers'
import { EMAIL_ADDRESS } from '@greenwave/contract/wire/fields'
import * as z from 'zod/mini'
import { optionalText, requiredText } from '../../../ui/forms/forms.ts'

/** The schema of the customer form. Its complaints are text keys of the namespace `customers`. */
export const CustomerForm = z.object({
  title: requiredText('titleRequired'),
  email: optionalText().check(
    z.refine((email) => email.trim() === '' || EMAIL_ADDRESS.test(email.trim()), { error: 'emailInvalid' }),
  ),
  phone: optionalText(),
  country: optionalText(),
  state: optionalText(),
  city: optionalText(),
  address: z.string(),
  address2: z.string(),
  zip: optionalText(),
})
/** The values of the customer form. */
export type CustomerFormValues = z.infer<typeof CustomerForm>
/** The text keys of the form's complaints. */
export type CustomerComplaint = 'titleRequired' | 'emailInvalid' | 'tooLong'

/** The fields in the order of the form. */
export const CUSTOMER_FIELDS = [
  'title',
  'email',
  'phone',
  'address',
  'address2',
  'city',
  'state',
  'country',
  'zip',
] as const satisfies readonly (keyof CustomerFormValues)[]

/** Returns the form values of a stored customer, or those of an empty form. */
export function customerFormValues(customer?: Customer): CustomerFormValues {
  return {
    title: customer?.title ?? '',
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    country: customer?.country ?? '',
    state: customer?.state ?? '',
    city: customer?.city ?? '',
    address: customer?.address ?? '',
    address2: customer?.address2 ?? '',
    zip: customer?.zip ?? '',
  }
}

/** Returns the body that creates a customer, or updates the one that was read: the whole object with its version. */
export function customerRequest(values: CustomerFormValues, read?: Customer): CustomerRequest {
  const trimmed = Object.fromEntries(Object.entries(values).map(([field, text]) => [field, text.trim()]))
  return { ...read, ...trimmed }
}
