import { PASSWORD_LENGTH } from '@greenwave/contract/wire/consoleSettings'
import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import { errorText } from '../../../data/errorText.ts'
import { changePassword } from '../../../data/queries/users.ts'
import { replaceTokens } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { complaintsOf, submitOf } from '../../../ui/forms/forms.ts'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { useSendOnce } from '../../../ui/forms/useSendOnce.ts'
import page from '../../../ui/lists/ListPage.module.css'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import {
  type ChangePasswordComplaint,
  ChangePasswordSchema,
  type ChangePasswordValues,
} from '../model/changePasswordSchema.ts'

const EMPTY: ChangePasswordValues = { currentPassword: '', newPassword: '', confirmation: '' }

/** Changes the password. The tokens in the reply replace those of the session, which the platform no longer accepts. */
export function SecurityForm() {
  const t = useTexts('admin', 'account')
  const common = useTexts('common')
  const change = useMutation({
    mutationFn: (values: ChangePasswordValues) =>
      replaceTokens(() => changePassword(values.currentPassword, values.newPassword)),
  })
  const form = useForm<ChangePasswordValues>({
    initialValues: EMPTY,
    validate: complaintsOf(ChangePasswordSchema, (key: ChangePasswordComplaint) => t(key)),
  })

  const { send, typed } = useSendOnce({ again: true })

  async function save(values: ChangePasswordValues): Promise<void> {
    await change.mutateAsync(values)
    form.setValues(EMPTY)
    notifySuccess(t('passwordChanged'))
  }

  return (
    <form
      noValidate
      className={page.form}
      onChange={typed}
      onSubmit={(event) => {
        event.preventDefault()
        send(() => submitOf(form, save)(event))
      }}
    >
      <PasswordField
        {...form.getInputProps('currentPassword')}
        label={t('currentPassword')}
        autoComplete="current-password"
        disabled={form.submitting}
      />
      <PasswordField
        {...form.getInputProps('newPassword')}
        label={t('newPassword')}
        description={t('passwordHint', { min: consoleSettings().passwordMinLength, max: PASSWORD_LENGTH.max })}
        autoComplete="new-password"
        disabled={form.submitting}
      />
      <PasswordField
        {...form.getInputProps('confirmation')}
        label={t('confirmation')}
        autoComplete="new-password"
        disabled={form.submitting}
      />
      {change.error && <ErrorText>{errorText(change.error, t('passwordChangeFailed'))}</ErrorText>}
      <div className={page.formFoot}>
        <Text c="dimmed" mr="auto">
          {t('otherSessions')}
        </Text>
        <Button type="submit" disabled={form.submitting}>
          {form.submitting ? common('saving') : t('changePassword')}
        </Button>
      </div>
    </form>
  )
}
