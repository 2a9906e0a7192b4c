import type { Customer } from '@greenwave/contract/wire/customers'
import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerQuery, saveCustomerMutation } from '../../../data/queries/customers.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { SaveNotes } from '../../../ui/dialogs/SaveNotes.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import {
  CUSTOMER_FIELDS,
  type CustomerComplaint,
  CustomerForm,
  type CustomerFormValues,
  customerFormValues,
  customerRequest,
} from '../model/customerForm.ts'
import styles from './CustomerFormDialog.module.css'

/** Properties of `CustomerFormDialog`. */
export interface CustomerFormDialogProps {
  /** Undefined for a new customer. */
  customer: Customer | undefined
  opened: boolean
  onClose: () => void
}

/** Creates a customer or changes an existing one. */
export function CustomerFormDialog({ customer, opened, onClose }: CustomerFormDialogProps) {
  const t = useTexts('admin', 'customers')
  const client = useQueryClient()
  const saving = useMutation(saveCustomerMutation)
  const record = useRecordForm<Customer, CustomerFormValues>({
    record: customer,
    valuesOf: customerFormValues,
    complaints: complaintsOf(CustomerForm, (key: CustomerComplaint) => t(key)),
    reload: () => client.fetchQuery({ ...customerQuery(customer?.id.id ?? ''), staleTime: 0 }),
  })
  const { form, read } = record
  const labelOf = (field: keyof CustomerFormValues) => t(field === 'title' ? 'titleField' : field)

  async function save(typed: CustomerFormValues): Promise<void> {
    record.fail(undefined)
    try {
      await saving.mutateAsync(customerRequest(typed, read))
    } catch (error) {
      record.fail(error)
      throw error
    }
    notifySuccess(t(customer ? 'updatedDone' : 'createdDone'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t(customer ? 'editTitle' : 'addTitle')}
      submitLabel={t(customer ? 'saveChanges' : 'addCustomer')}
      submitting={form.submitting}
      submitDisabled={record.conflict}
      typed={record.typed}
      size="lg"
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {CUSTOMER_FIELDS.map((field) => (
          <TextInput
            key={field}
            {...form.getInputProps(field)}
            className={field === 'title' ? (styles.wide ?? '') : ''}
            label={labelOf(field)}
            required={field === 'title'}
            disabled={form.submitting}
            data-autofocus={field === 'title' || undefined}
            {...(field === 'email' && { inputMode: 'email' as const })}
            {...(field === 'phone' && { inputMode: 'tel' as const })}
          />
        ))}
      </div>
      <SaveNotes
        record={record}
        fallback={t(customer ? 'updateFailed' : 'createFailed')}
        fieldText={(field) => ({ label: labelOf(field), value: customerFormValues(read)[field] })}
      />
    </FormDialog>
  )
}
