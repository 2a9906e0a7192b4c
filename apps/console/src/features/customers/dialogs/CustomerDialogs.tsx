import type { CustomerDialog } from '../model/customerDialog.ts'
import { CustomerFormDialog } from './CustomerFormDialog.tsx'
import { DeleteCustomerDialog } from './DeleteCustomerDialog.tsx'

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
