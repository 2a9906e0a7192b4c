import type { Customer } from '@greenwave/contract/customers'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { deleteCustomerMutation } from '../../../data/queries/customers.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Question } from '../../../ui/dialogs/Question.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'

export interface DeleteCustomerDialogProps {
  customer: Customer
  opened: boolean
  onClose: () => void
}

export function DeleteCustomerDialog({ customer, opened, onClose }: DeleteCustomerDialogProps) {
  const t = useTexts('customers')
  const remove = useMutation(deleteCustomerMutation)
  return (
    <ConfirmDialog
      opened={opened}
      title={t('deleteTitle')}
      danger
      submitting={remove.isPending}
      error={remove.error ? errorText(remove.error, t('deleteFailed')) : undefined}
      onConfirm={() =>
        remove.mutateAsync(customer.id.id).then(() => {
          notifySuccess(t('deleted'))
          onClose()
        })
      }
      onClose={onClose}
    >
      <Question
        question={t('deleteQuestion')}
        name={customer.title.trim() || t('blankTitle')}
        consequence={t('deleteConsequence')}
      />
    </ConfirmDialog>
  )
}
