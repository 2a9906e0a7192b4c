import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isVersionConflict } from '../../../data/apiErrors.ts'
import { errorText } from '../../../data/errorText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'

/** Properties of `NewEmailDialog`. */
export interface NewEmailDialogProps {
  readonly email: string
  readonly opened: boolean
  /** Saves the profile with the password. */
  readonly onSave: (password: string) => Promise<void>
  readonly onClose: () => void
}

/** Requests the password before a new e-mail address of the own account is saved. */
export function NewEmailDialog({ email, opened, onSave, onClose }: NewEmailDialogProps) {
  const t = useTexts('admin', 'account')
  const [failure, setFailure] = useState<unknown>()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (typed) => (typed === '' ? t('currentPasswordRequired') : null) },
  })

  async function save({ password }: { password: string }): Promise<void> {
    setFailure(undefined)
    try {
      await onSave(password)
      onClose()
    } catch (error) {
      // The profile form shows who else saved, and how to continue.
      if (isVersionConflict(error)) return onClose()
      setFailure(error)
      throw error
    }
  }

  return (
    <FormDialog
      opened={opened}
      title={t('newEmailTitle')}
      submitLabel={t('saveProfile')}
      submitting={form.submitting}
      error={failure === undefined ? undefined : errorText(failure, t('profileUpdateFailed'))}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>{t('newEmailText', { email })}</Text>
      <PasswordField
        {...form.getInputProps('password')}
        label={t('currentPassword')}
        autoComplete="current-password"
        disabled={form.submitting}
        data-autofocus
      />
    </FormDialog>
  )
}
