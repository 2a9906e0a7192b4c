import { Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { errorText } from '../../../data/errorText.ts'
import { useOpenIncidents } from '../../../data/fleet/useFleet.ts'
import { assignMutation } from '../../../data/queries/incidents.ts'
import { assignableUsersQuery } from '../../../data/queries/users.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'

interface AssignDialogProps {
  readonly alarmId: string
  readonly junction: string
  /** Id of the user to whom it is assigned; null for none. */
  readonly assigneeId: string | null
  /** Id of the customer who owns the junction; null for none. */
  readonly customerId: string | null
  readonly opened: boolean
  readonly onClose: () => void
}

/** Value that stands for no user. */
const NO_USER = 'none'
const AssignForm = z.object({ userId: z.string().check(z.minLength(1, { error: 'required' })) })

/** Gives an incident to a user, or takes it back. */
export function AssignDialog({ alarmId, junction, assigneeId, customerId, opened, onClose }: AssignDialogProps) {
  const t = useTexts('incidents', 'now')
  const incidents = useOpenIncidents()
  const assign = useMutation(assignMutation)
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null)
  const first = useQuery(assignableUsersQuery(customerId, ''))
  const { data: page } = first
  const beyond = page?.hasNext ?? false
  const [asked] = useDebouncedValue(beyond && typed !== chosen?.label ? typed.trim() : '', 300)
  const { data: found = page } = useQuery({ ...assignableUsersQuery(customerId, asked), enabled: asked !== '' })
  const form = useForm({
    initialValues: { userId: '' },
    validate: complaintsOf(AssignForm, (key: 'required') => t(`assignDialog.${key}`)),
  })
  const users = ((asked === '' ? page : found)?.data ?? []).map(({ id, email, firstName, lastName }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ')
    return { value: id.id, label: name ? `${name} (${email})` : email }
  })
  const none = assigneeId === null ? [] : [{ value: NO_USER, label: t('assignDialog.noUser') }]
  const offered = [...none, ...users]
  const data = chosen && !offered.some(({ value }) => value === chosen.value) ? [chosen, ...offered] : offered

  async function save({ userId }: { userId: string }): Promise<void> {
    incidents.take(await assign.mutateAsync({ alarmId, userId: userId === NO_USER ? null : userId }))
    notifySuccess(t('assignDialog.done'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('assignDialog.title')}
      submitLabel={t('assignDialog.submit')}
      uncut
      submitting={form.submitting}
      submitDisabled={!page}
      error={assign.error ? errorText(assign.error, t('assignDialog.failed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Text fw={560} style={{ overflowWrap: 'anywhere' }}>
        {junction}
      </Text>
      {first.isPending ? (
        <SkeletonRows rows={1} height={56} />
      ) : first.isError ? (
        <ErrorState
          compact
          error={first.error}
          fallback={t('assignDialog.usersFailed')}
          retrying={first.isFetching}
          onRetry={() => void first.refetch()}
        />
      ) : (
        <Select
          label={t('assignDialog.who')}
          description={
            page?.hasNext && t('assignDialog.notShown', { shown: page.data.length, total: page.totalElements })
          }
          placeholder={t('assignDialog.choose')}
          required
          searchable
          openOnFocus={false}
          // The list is rendered inside the dialog, because screen readers look for it there.
          comboboxProps={{ withinPortal: false }}
          data-autofocus
          data-path="userId"
          disabled={form.submitting}
          data={data}
          value={chosen?.value ?? null}
          error={form.errors.userId}
          nothingFoundMessage={t('assignDialog.nothingFound')}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={(value, option) => {
            setChosen(option && { value: option.value, label: option.label })
            form.setFieldValue('userId', value ?? '')
          }}
        />
      )}
    </FormDialog>
  )
}
