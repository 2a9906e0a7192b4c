import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { fetchWays, finishByCode, finishByPasskey, requestCode } from '../../data/secondFactor.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { ErrorText } from '../../ui/states/ErrorText.tsx'
import type { StepProps } from './model/stepProps.ts'
import styles from './parts/steps.module.css'
import { useStepSending } from './useStepSending.ts'

interface Way {
  readonly type: string
  readonly contact?: string | undefined
}

/** The ways that every platform of the family offers, shown until this platform has listed those of the account. */
const USUAL: readonly Way[] = [{ type: 'TOTP' }, { type: 'BACKUP_CODE' }]

/** Asks for the second factor: a code of the app, a passkey, or a recovery code. */
export function VerifyStep(props: StepProps) {
  const { token, account, onLeave } = props
  const t = useTexts('admin', 'secondFactor')
  const [ways, setWays] = useState(USUAL)
  const [way, setWay] = useState<Way>(USUAL[0] as Way)
  const [code, setCode] = useState('')
  const { busy, error, setError, run, finish } = useStepSending(props, t('step.tookTooLong'))

  useEffect(() => {
    let isGone = false
    fetchWays(token).then(
      (offered) => {
        const [first] = offered
        if (isGone || !first) return
        setWays(offered)
        setWay(first)
      },
      // The user can still enter a code; the call that sends it reports what is wrong.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [token])

  function choose(next: Way): void {
    setWay(next)
    setCode('')
    setError(undefined)
    if (next.contact !== undefined) run(() => requestCode(token, next.type))
  }
  const byPasskey = () => finish(() => finishByPasskey(token))
  const isRecovery = way.type === 'BACKUP_CODE'
  const wordOf = ({ type, contact }: Way): string => {
    if (type === 'PASSKEY') return t('step.usePasskey')
    if (type === 'BACKUP_CODE') return t('step.useRecovery')
    return contact === undefined ? t('step.useApp') : t('step.useSent', { contact })
  }
  const hint = (): string => {
    if (way.type === 'PASSKEY') return t('step.passkeyHint')
    if (isRecovery) return t('step.recoveryHint')
    return way.contact === undefined ? t('step.appHint') : t('step.sentHint', { contact: way.contact })
  }

  return (
    <>
      <h1>{t('step.title')}</h1>
      <p className={styles.subtitle}>{t('step.signedInAs', { account })}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (way.type === 'PASSKEY') byPasskey()
          else finish(() => finishByCode(token, way.type, code.trim()))
        }}
      >
        {way.type === 'PASSKEY' ? (
          <p className={styles.hint}>{hint()}</p>
        ) : (
          <TextInput
            key={way.type}
            label={isRecovery ? t('step.recoveryCode') : t('step.code')}
            description={hint()}
            name="code"
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            classNames={{ input: styles.code ?? '' }}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        {error !== undefined && <ErrorText>{error}</ErrorText>}
        <Button type="submit" fullWidth disabled={busy}>
          {busy ? t('step.verifying') : way.type === 'PASSKEY' ? t('step.usePasskey') : t('step.verify')}
        </Button>
        <div className={styles.others}>
          {ways
            .filter(({ type }) => type !== way.type)
            .map((other) => (
              <Button key={other.type} variant="default" disabled={busy} onClick={() => choose(other)}>
                {wordOf(other)}
              </Button>
            ))}
          <Button variant="subtle" disabled={busy} onClick={() => onLeave()}>
            {t('step.back')}
          </Button>
        </div>
      </form>
    </>
  )
}
