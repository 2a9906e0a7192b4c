import { Customer } from '@greenwave/contract/customers'
import * as z from 'zod/mini'
import { subjectReader } from '../../../data/keptForm.ts'

/** Which dialog of the customer list is asked for, and about whom. */
export type CustomerDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; customer: Customer }

/** Returns the form that was kept when the session ended; null for what is none. */
export const readCustomerForm = subjectReader<CustomerDialog>(
  z.union([z.object({ kind: z.literal('add') }), z.object({ kind: z.literal('edit'), customer: Customer })]),
)
