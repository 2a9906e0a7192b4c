import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '../../data/apiErrors.ts'
import {
  addPasskey,
  fetchFactorSettings,
  finishSetUp,
  createTotp,
  createRecoveryCodes,
  saveTotp,
} from '../../data/secondFactor.ts'
import { goOnSigningIn } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorText } from '../../ui/states/ErrorText.tsx'
import type { StepProps } from './model/stepProps.ts'
import { RecoveryCodes } from './parts/RecoveryCodes.tsx'
import { StepEnd } from './parts/StepEnd.tsx'
import styles from './parts/steps.module.css'
import { TotpSecret } from './parts/TotpSecret.tsx'
import { useStepSending } from './useStepSending.ts'

/** Sets up a second factor before the session begins, if the installation requires one. */
export function SetUpStep(props: StepProps) {
  const { token, account, onStep, onLeave } = props
  const t = useTexts('admin', 'secondFactor')
  const [passkeysPossible, setPasskeysPossible] = useState(false)
  const [authUrl, setAuthUrl] = useState<string>()
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const { busy, error, run, finish } = useStepSending(props, t('totp.failed'))

  useEffect(() => {
    fetchFactorSettings(token).then(
      (settings) => setPasskeysPossible(settings.passkeysPossible),
      // The app can still be set up.
      () => undefined,
    )
  }, [token])

  const begin = () => run(async () => setAuthUrl(await createTotp(token)))
  const setUp = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      const made = await createRecoveryCodes(token).catch((failure: unknown) => {
        // Other platforms of the family create recovery codes with another call, or have none.
        if (failure instanceof ApiError && failure.status === 404) return undefined
        throw failure
      })
      setCodes(made)
      const left = made ? undefined : await goOnSigningIn(() => finishSetUp(token))
      if (left) onStep(left)
    })

  if (codes)
    return (
      <RecoveryCodes codes={codes} account={account} onKept={() => finish(() => finishSetUp(token))} error={error} />
    )
  return (
    <>
      <h1>{t('setUp.title')}</h1>
      <p className={styles.subtitle}>{t('setUp.why')}</p>
      {authUrl === undefined ? (
        <div className={styles.form}>
          {error !== undefined && <ErrorText>{error}</ErrorText>}
          <Button fullWidth disabled={busy} onClick={begin}>
            {t('setUp.app')}
          </Button>
          {passkeysPossible && (
            <Button
              variant="default"
              disabled={busy}
              onClick={() => setUp(() => addPasskey(t('setUp.passkey'), token))}
            >
              {t('setUp.passkey')}
            </Button>
          )}
          <Button variant="subtle" disabled={busy} onClick={() => onLeave()}>
            {t('step.back')}
          </Button>
        </div>
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            setUp(() => saveTotp(authUrl, code, token))
          }}
        >
          <TotpSecret authUrl={authUrl} />
          <TextInput
            label={t('totp.code')}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
            classNames={{ input: styles.code ?? '' }}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <StepEnd error={error} busy={busy} submit={t('totp.save')} onLeave={onLeave} />
        </form>
      )}
    </>
  )
}
