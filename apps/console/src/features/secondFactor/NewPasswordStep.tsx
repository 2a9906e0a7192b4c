import { type FormEvent, useState } from 'react'
import { replacePrintedPassword } from '../../data/secondFactor.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { PasswordField } from '../../ui/forms/PasswordField.tsx'
import type { StepProps } from './model/stepProps.ts'
import { StepEnd } from './parts/StepEnd.tsx'
import styles from './parts/steps.module.css'
import { useStepSending } from './useStepSending.ts'

/** Replaces a password that was printed or handed over. The platform decides which passwords it accepts. */
export function NewPasswordStep(props: StepProps) {
  const { token, account, onLeave } = props
  const t = useTexts('admin', 'secondFactor')
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [complaint, setComplaint] = useState<'required' | 'differ'>()
  const { busy, error, finish } = useStepSending(props, t('step.tookTooLong'))

  return (
    <>
      <h1>{t('newPassword.title')}</h1>
      <p className={styles.subtitle}>{t('newPassword.why')}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          const wrong = password === '' ? 'required' : password === confirmation ? undefined : 'differ'
          setComplaint(wrong)
          if (!wrong) finish(() => replacePrintedPassword(token, password))
        }}
      >
        {/* For password managers, so that they know whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <PasswordField
          label={t('newPassword.password')}
          description={t('newPassword.hint')}
          autoComplete="new-password"
          autoFocus
          value={password}
          error={complaint === 'required' && t('newPassword.required')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordField
          label={t('newPassword.confirmation')}
          autoComplete="new-password"
          value={confirmation}
          error={complaint === 'differ' && t('newPassword.differ')}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        <StepEnd error={error} busy={busy} submit={t('newPassword.submit')} onLeave={onLeave} />
      </form>
    </>
  )
}
