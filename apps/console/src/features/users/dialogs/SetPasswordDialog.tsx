import type { User } from '@greenwave/contract/wire/users'
import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { activateUser, userQuery } from '../../../data/queries/users.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { type SetPasswordComplaint, SetPasswordForm, type SetPasswordValues } from '../model/userForm.ts'

const EMPTY: SetPasswordValues = { password: '', confirmation: '' }

/** Properties of `SetPasswordDialog`. */
export interface SetPasswordDialogProps {
  user: User
  /** The token from the user's activation link. */
  token: string
  opened: boolean
  onClose: () => void
}

/** Sets a user's first password. */
export function SetPasswordDialog({ user, token, opened, onClose }: SetPasswordDialogProps) {
  const t = useTexts('admin', 'users')
  const activate = useMutation({
    mutationFn: (password: string) => activateUser(token, password),
    onSuccess: (_reply, _password, _result, { client }) =>
      client.invalidateQueries({ queryKey: userQuery(user.id.id).queryKey }),
    networkMode: 'always',
  })
  const form = useForm<SetPasswordValues>({
    initialValues: EMPTY,
    validate: complaintsOf(SetPasswordForm, (key: SetPasswordComplaint) => t(key)),
  })

  async function save({ password }: SetPasswordValues): Promise<void> {
    await activate.mutateAsync(password)
    notifySuccess(t('passwordSet'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('setPasswordTitle')}
      submitLabel={t('setPasswordTitle')}
      submitting={form.submitting}
      // The dialog asks before it drops the passwords, but they are not kept when the session ends.
      typed={{ ...typedOf(form, EMPTY), secret: ['password', 'confirmation'] }}
      error={activate.error ? errorText(activate.error, t('setPasswordFailed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {user.email}
      </Text>
      <PasswordField
        {...form.getInputProps('password')}
        label={t('password')}
        autoComplete="new-password"
        disabled={form.submitting}
        data-autofocus
      />
      <PasswordField
        {...form.getInputProps('confirmation')}
        label={t('confirmation')}
        autoComplete="new-password"
        disabled={form.submitting}
      />
    </FormDialog>
  )
}
