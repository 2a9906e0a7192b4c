import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../../texts/useTexts.ts'
import type { DeviceFormValues } from '../model/deviceForm.ts'
import { CredentialField } from './CredentialField.tsx'
import styles from './DeviceFields.module.css'

/** Properties of `DeviceFields`. */
export interface DeviceFieldsProps {
  form: UseFormReturnType<DeviceFormValues>
  disabled: boolean
  /** A note below the credentials that says what to know before changing them. */
  credentialsNote: string
}

/** The fields of the add and the edit dialog. */
export function DeviceFields({ form, disabled, credentialsNote }: DeviceFieldsProps) {
  const t = useTexts('device', 'devices')
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t('deviceInformation')}</legend>
        <TextInput {...form.getInputProps('name')} label={t('name')} required disabled={disabled} data-autofocus />
        <TextInput {...form.getInputProps('label')} label={t('label')} required disabled={disabled} />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('credentials')}</legend>
        <CredentialField input={form.getInputProps('clientId')} label={t('clientId')} disabled={disabled} />
        <CredentialField input={form.getInputProps('username')} label={t('username')} disabled={disabled} />
        <CredentialField input={form.getInputProps('password')} label={t('password')} disabled={disabled} secret />
        <p className={styles.note}>{credentialsNote}</p>
      </fieldset>
    </>
  )
}
