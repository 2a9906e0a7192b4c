import type { Customer } from '@greenwave/contract/customers'
import { CustomerFormDialog } from './CustomerFormDialog.tsx'
import { DeleteCustomerDialog } from './DeleteCustomerDialog.tsx'

/** Which dialog of the customer list is asked for, and about whom. */
export type CustomerDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; customer: Customer }

export function CustomerDialogs({ dialog, ...rest }: { dialog: CustomerDialog; opened: boolean; onClose: () => void }) {
  switch (dialog.kind) {
    case 'add':
      return <CustomerFormDialog customer={undefined} {...rest} />
    case 'edit':
      return <CustomerFormDialog customer={dialog.customer} {...rest} />
    case 'delete':
      return <DeleteCustomerDialog customer={dialog.customer} {...rest} />
  }
}
