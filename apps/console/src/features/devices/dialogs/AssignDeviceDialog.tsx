import { Select } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../data/errorText.ts'
import { customersQuery } from '../../../data/queries/customers.ts'
import { assignDeviceMutation } from '../../../data/queries/deviceEdits.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import type { DeviceDialogProps } from '../model/deviceDialog.ts'

/** The schema of the assign form. Its complaint is a text key of the namespace `devices`. */
const AssignForm = z.object({ customerId: z.string().check(z.minLength(1, { error: 'customerRequired' })) })

/** How many customers the list offers at once. Typing finds the others. */
const OFFERED = 100

/** Assigns a device to a customer. */
export function AssignDeviceDialog({ device, opened, onClose }: DeviceDialogProps) {
  const t = useTexts('device', 'devices')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const offer = { page: 0, pageSize: OFFERED, sortProperty: 'title', sortOrder: 'ASC' } as const
  const first = useQuery(customersQuery(offer))
  // The typed text is sent to the server only if it has more customers than the list offers.
  const beyond = (first.data?.totalElements ?? 0) > OFFERED
  const [asked] = useDebouncedValue(beyond && typed !== chosen?.label ? typed.trim() : '', 300)
  const found = useQuery({ ...customersQuery({ ...offer, textSearch: asked }), enabled: asked !== '' })
  const customers = asked === '' || found.isPending ? first : found
  const assign = useMutation(assignDeviceMutation)
  const form = useForm({
    initialValues: { customerId: '' },
    validate: complaintsOf(AssignForm, (key: 'customerRequired') => t(key)),
  })

  const total = customers.data?.totalElements ?? 0
  const offered = (customers.data?.data ?? []).map((customer) => ({
    value: customer.id.id,
    label: customer.title.trim() || t('blankCustomer'),
  }))
  const data = chosen && !offered.some(({ value }) => value === chosen.value) ? [chosen, ...offered] : offered

  async function save({ customerId }: { customerId: string }): Promise<void> {
    await assign.mutateAsync({ customerId, deviceId: device.id.id })
    notifySuccess(t('assigned'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('assignTitle')}
      submitLabel={t('assignConfirm')}
      uncut
      submitting={form.submitting}
      submitDisabled={!customers.data || data.length === 0}
      error={assign.error ? errorText(assign.error, t('assignFailed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      {customers.isPending ? (
        <SkeletonRows rows={1} height={56} />
      ) : customers.isError ? (
        <ErrorState
          compact
          error={customers.error}
          fallback={t('customersFailed')}
          retrying={customers.isFetching}
          onRetry={() => void customers.refetch()}
        />
      ) : data.length === 0 && asked === '' ? (
        <EmptyState compact title={t('noCustomers')} />
      ) : (
        <Select
          label={t('customer')}
          description={
            total > OFFERED
              ? `${t('assignDevice', { name: device.name })}. ${t('customersNotShown', { shown: OFFERED, total })}`
              : t('assignDevice', { name: device.name })
          }
          placeholder={t('chooseCustomer')}
          required
          searchable
          openOnFocus={false}
          // The list is rendered inside the dialog, because screen readers look for it there.
          comboboxProps={{ withinPortal: false }}
          data-autofocus
          data-path="customerId"
          disabled={form.submitting}
          data={data}
          value={chosen?.value ?? null}
          error={form.errors.customerId}
          nothingFoundMessage={t('noCustomerMatches')}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(value, option) => {
            setChosen(option && { value: option.value, label: option.label })
            form.setFieldValue('customerId', value ?? '')
          }}
        />
      )}
    </FormDialog>
  )
}
