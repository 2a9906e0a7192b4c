import { Customer } from '@greenwave/contract/wire/customers'
import * as z from 'zod/mini'
import { subjectParser } from '../../../data/subjectParser.ts'

/** The dialog of the customer list to show, with its customer. */
export type CustomerDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; customer: Customer }

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not one of these. */
export const parseCustomerForm = subjectParser<CustomerDialog>(
  z.union([z.object({ kind: z.literal('add') }), z.object({ kind: z.literal('edit'), customer: Customer })]),
)
