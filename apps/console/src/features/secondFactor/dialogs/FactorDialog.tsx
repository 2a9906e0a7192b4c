import type { FactorSettings } from '@greenwave/contract/wire/secondFactor'
import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import {
  addPasskey,
  factorSettingsQuery,
  createTotp,
  createRecoveryCodes,
  PasskeyRefused,
  proveByPassword,
  removePasskey,
  removeTotp,
  saveTotp,
} from '../../../data/secondFactor.ts'

import { useTexts } from '../../../texts/useTexts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { PasswordField } from '../../../ui/forms/PasswordField.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { RecoveryCodes } from '../parts/RecoveryCodes.tsx'
import styles from '../parts/steps.module.css'
import { TotpSecret } from '../parts/TotpSecret.tsx'

/** A change of the user's own second factors. */
export type FactorTask =
  | { readonly kind: 'setUpApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { readonly kind: 'removePasskey'; readonly id: string; readonly name: string }

interface FactorDialogProps {
  readonly task: FactorTask
  readonly account: string
  readonly opened: boolean
  readonly onClose: () => void
}

const TITLES = {
  setUpApp: 'account.appTitle',
  removeApp: 'account.removeAppTitle',
  addPasskey: 'account.addPasskeyTitle',
  removePasskey: 'account.removePasskeyTitle',
  newCodes: 'account.newCodesTitle',
} as const

/**
 * Changes a second factor: asks for the password, makes the change, and shows recovery codes if they are new. When an
 * app is set up, the dialog asks for its first code in between.
 */
export function FactorDialog({ task, account, opened, onClose }: FactorDialogProps) {
  const t = useTexts('admin', 'secondFactor')
  const client = useQueryClient()
  const [authUrl, setAuthUrl] = useState<string>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [error, setError] = useState<string>()
  const form = useForm({
    initialValues: { password: '', name: '', code: '' },
    validate: (values) => ({
      ...(authUrl === undefined && values.password === '' && { password: t('account.passwordRequired') }),
      ...(task.kind === 'addPasskey' && values.name.trim() === '' && { name: t('account.passkeyNameRequired') }),
      ...(authUrl !== undefined && values.code.trim() === '' && { code: t('totp.codeRequired') }),
    }),
  })
  const isRemoval = task.kind === 'removeApp' || task.kind === 'removePasskey'

  /** Stores the new settings. A user who has a factor but no recovery codes gets some. */
  async function done(settings: FactorSettings): Promise<void> {
    client.setQueryData(factorSettingsQuery().queryKey, settings)
    notifySuccess(t('account.changed'))
    const hasFactor = settings.configs.TOTP !== undefined || settings.passkeys.length > 0
    if (hasFactor && settings.recoveryCodesLeft === 0 && !isRemoval) await showNewCodes()
    else onClose()
  }
  async function showNewCodes(): Promise<void> {
    setCodes(await createRecoveryCodes())
    await client.invalidateQueries(factorSettingsQuery())
  }
  async function change(typed: typeof form.values): Promise<void> {
    if (authUrl !== undefined) {
      await saveTotp(authUrl, typed.code)
      return done(await client.fetchQuery({ ...factorSettingsQuery(), staleTime: 0 }))
    }
    await proveByPassword(typed.password)
    switch (task.kind) {
      case 'setUpApp':
        return setAuthUrl(await createTotp())
      case 'addPasskey':
        return done(await addPasskey(typed.name.trim()))
      case 'removeApp':
        return done(await removeTotp())
      case 'removePasskey':
        return done(await removePasskey(task.id))
      case 'newCodes':
        return showNewCodes()
    }
  }
  async function save(typed: typeof form.values): Promise<void> {
    setError(undefined)
    try {
      await change(typed)
    } catch (failure) {
      setError(failure instanceof PasskeyRefused ? t('passkey.refused') : errorText(failure, t('account.failed')))
      throw failure
    }
  }

  if (codes)
    return (
      // The codes are shown once, so a click beside the dialog must not close it.
      <Dialog opened={opened} title={t('codes.title')} staysOnClickOutside onDismiss={onClose}>
        <RecoveryCodes codes={codes} account={account} titled={false} onKept={onClose} />
      </Dialog>
    )
  return (
    <FormDialog
      key={authUrl}
      opened={opened}
      title={t(TITLES[task.kind])}
      submitLabel={t(authUrl !== undefined ? 'totp.save' : isRemoval ? 'account.remove' : 'account.goOn')}
      submitting={form.submitting}
      error={error}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      {authUrl === undefined ? (
        <>
          {task.kind === 'removeApp' && <p className={styles.hint}>{t('account.removeAppQuestion')}</p>}
          {task.kind === 'newCodes' && <p className={styles.hint}>{t('account.newCodesQuestion')}</p>}
          {task.kind === 'removePasskey' && (
            <p className={styles.hint}>{t('account.removePasskeyQuestion', { name: task.name })}</p>
          )}
          {task.kind === 'addPasskey' && (
            <TextInput
              {...form.getInputProps('name')}
              label={t('account.passkeyName')}
              description={t('account.passkeyNameHint')}
              maxLength={60}
              disabled={form.submitting}
              data-autofocus
            />
          )}
          <PasswordField
            {...form.getInputProps('password')}
            label={t('account.password')}
            description={t('account.passwordWhy')}
            autoComplete="current-password"
            disabled={form.submitting}
            data-autofocus={task.kind === 'addPasskey' ? undefined : true}
          />
        </>
      ) : (
        <>
          <TotpSecret authUrl={authUrl} />
          <TextInput
            {...form.getInputProps('code')}
            label={t('totp.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            classNames={{ input: styles.code ?? '' }}
            disabled={form.submitting}
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
