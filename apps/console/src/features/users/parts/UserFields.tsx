import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { UserFields as UserValues } from '../../../data/userUpdate.ts'
import { useTexts } from '../../../texts/useTexts.ts'

/** The fields of the add and the edit dialog. */
export function UserFields({ form, disabled }: { form: UseFormReturnType<UserValues>; disabled: boolean }) {
  const t = useTexts('admin', 'users')
  return (
    <>
      <TextInput
        {...form.getInputProps('email')}
        label={t('email')}
        type="email"
        autoComplete="off"
        required
        disabled={disabled}
        data-autofocus
      />
      <TextInput {...form.getInputProps('firstName')} label={t('firstName')} autoComplete="off" disabled={disabled} />
      <TextInput {...form.getInputProps('lastName')} label={t('lastName')} autoComplete="off" disabled={disabled} />
      <TextInput
        {...form.getInputProps('phone')}
        label={t('phone')}
        type="tel"
        autoComplete="off"
        disabled={disabled}
      />
    </>
  )
}
