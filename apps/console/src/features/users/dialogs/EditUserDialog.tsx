import type { User } from '@greenwave/contract/wire/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateUserMutation, userQuery } from '../../../data/queries/users.ts'
import { type UserFields as UserValues, userFields, userUpdate } from '../../../data/userUpdate.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { SaveNotes } from '../../../ui/dialogs/SaveNotes.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { useRecordForm } from '../../../ui/forms/useRecordForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { EMPTY_USER_FORM, type UserComplaint, UserForm } from '../model/userForm.ts'
import { UserFactors } from '../parts/UserFactors.tsx'
import { UserFields } from '../parts/UserFields.tsx'
import { UserPendingEmail } from '../parts/UserPendingEmail.tsx'

/** Properties of `EditUserDialog`. */
export interface EditUserDialogProps {
  user: User
  opened: boolean
  onClose: () => void
}

const valuesOf = (user: User | undefined): UserValues => (user ? userFields(user) : EMPTY_USER_FORM)

/** Changes a user of a customer. */
export function EditUserDialog({ user, opened, onClose }: EditUserDialogProps) {
  const t = useTexts('admin', 'users')
  const client = useQueryClient()
  const update = useMutation(updateUserMutation)
  const record = useRecordForm<User, UserValues>({
    record: user,
    valuesOf,
    complaints: complaintsOf(UserForm, (key: UserComplaint) => t(key)),
    reload: () => client.fetchQuery({ ...userQuery(user.id.id), staleTime: 0 }),
  })
  const { form, read } = record

  async function save(typed: UserValues): Promise<void> {
    if (!read) return
    record.fail(undefined)
    try {
      await update.mutateAsync(userUpdate(read, typed))
    } catch (error) {
      record.fail(error)
      throw error
    }
    notifySuccess(t('updatedDone'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('editTitle')}
      submitLabel={t('saveChanges')}
      submitting={form.submitting}
      submitDisabled={record.conflict}
      typed={record.typed}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <UserFields form={form} disabled={form.submitting} />
      <UserPendingEmail user={user} onDone={onClose} />
      <UserFactors userId={user.id.id} />
      <SaveNotes
        record={record}
        fallback={t('updateFailed')}
        fieldText={(field) => ({ label: t(field), value: valuesOf(read)[field] })}
      />
    </FormDialog>
  )
}
