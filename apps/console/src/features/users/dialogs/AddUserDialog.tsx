import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { createUserMutation } from '../../../data/queries/users.ts'
import { useSession } from '../../../data/session.ts'
import type { UserFields as UserValues } from '../../../data/userUpdate.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { EMPTY_USER_FORM, newUserRequest, type UserComplaint, UserForm } from '../model/userForm.ts'
import { UserFields } from '../parts/UserFields.tsx'

/** Properties of `AddUserDialog`. */
export interface AddUserDialogProps {
  customerId: string
  opened: boolean
  onClose: () => void
}

/** Creates a user of a customer. */
export function AddUserDialog({ customerId, opened, onClose }: AddUserDialogProps) {
  const t = useTexts('admin', 'users')
  const session = useSession()
  const create = useMutation(createUserMutation)
  const form = useForm<UserValues>({
    initialValues: EMPTY_USER_FORM,
    validate: complaintsOf(UserForm, (key: UserComplaint) => t(key)),
  })

  async function save(values: UserValues): Promise<void> {
    if (session.state !== 'signedIn') return
    await create.mutateAsync(newUserRequest(values, session.user.tenantId, customerId))
    notifySuccess(t('createdDone'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('addTitle')}
      submitLabel={t('addUser')}
      submitting={form.submitting}
      typed={typedOf(form, EMPTY_USER_FORM)}
      error={create.error ? errorText(create.error, t('createFailed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <UserFields form={form} disabled={form.submitting} />
    </FormDialog>
  )
}
