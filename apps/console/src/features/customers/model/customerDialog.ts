import { Customer } from '@greenwave/contract/customers'
import * as z from 'zod/mini'

/** Which dialog of the customer list is asked for, and about whom. */
export type CustomerDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; customer: Customer }

const KeptDialog = z.union([
  z.object({ kind: z.literal('add') }),
  z.object({ kind: z.literal('edit'), customer: Customer }),
])

/** Returns the form that was kept when the session ended; null for what is none. */
export function readCustomerForm(kept: unknown): CustomerDialog | null {
  const read = z.safeParse(KeptDialog, kept)
  return read.success ? read.data : null
}
