import { deleteCustomerMutation } from '../../../data/queries/customers.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import { DeleteDialog } from '../../../ui/dialogs/QuestionDialog.tsx'
import type { CustomerDialog } from '../model/customerDialog.ts'
import { CustomerFormDialog } from './CustomerFormDialog.tsx'

/** Opens the requested dialog of the customer list. */
export function CustomerDialogs({ dialog, ...rest }: PageDialogProps<CustomerDialog>) {
  const t = useTexts('admin', 'customers')
  switch (dialog.kind) {
    case 'add':
      return <CustomerFormDialog customer={undefined} {...rest} />
    case 'edit':
      return <CustomerFormDialog customer={dialog.customer} {...rest} />
    case 'delete':
      return (
        <DeleteDialog
          {...rest}
          texts={t}
          mutation={deleteCustomerMutation}
          id={dialog.customer.id.id}
          name={dialog.customer.title.trim() || t('blankTitle')}
          consequence={t('deleteConsequence')}
        />
      )
  }
}
