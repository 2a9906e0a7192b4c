import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, NetworkError, UnexpectedReplyError } from '../../data/apiErrors.ts'
import { consoleSettings } from '../../data/consoleSettings.ts'
import { errorText } from '../../data/errorText.ts'
import { type SignInStepLeft, signIn } from '../../data/session.ts'
import { SessionLoginError } from '../../data/sessionStore.ts'
import type { Texts } from '../../texts/namespaces.ts'
import { type TextsFunction, useTexts } from '../../texts/useTexts.ts'
import { useSendOnce } from '../../ui/forms/useSendOnce.ts'
import { LogoMark } from '../../ui/page/LogoMark.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { ErrorText } from '../../ui/states/ErrorText.tsx'
import styles from './LoginPage.module.css'
import { ShowButton, SignInField, SignInTick } from './parts/SignInFields.tsx'

/** The key of the name in local storage. */
export const SAVED_USERNAME_KEY = 'savedUsername'

/** Returns the saved name; an empty text if there is none or storage is blocked. */
function savedUsername(): string {
  try {
    return localStorage.getItem(SAVED_USERNAME_KEY) ?? ''
  } catch {
    return ''
  }
}

/** Saves the name, or deletes it. Does nothing when storage is blocked. */
function saveUsername(username: string, remember: boolean): void {
  try {
    if (remember) localStorage.setItem(SAVED_USERNAME_KEY, username)
    else localStorage.removeItem(SAVED_USERNAME_KEY)
  } catch {
    // If the name cannot be saved, the user types it again.
  }
}

/** Returns the text for a failed sign-in. */
export function loginErrorText(error: unknown, t: TextsFunction<Texts['login']>): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return errorText(error, t('errors.authenticationFailed'))
    return t('errors.error', { message: errorText(error, t('errors.somethingWrong')) })
  }
  if (error instanceof NetworkError) return t('errors.network')
  if (error instanceof SessionLoginError && error.reason === 'expired') return t('errors.tokenExpired')
  // The platform accepted the password but sent no usable pair of tokens, so there is no session.
  if (error instanceof SessionLoginError || error instanceof UnexpectedReplyError) return t('errors.loginFailed')
  return t('errors.unexpected')
}

interface LoginPageProps {
  readonly ended?: boolean
  readonly kept?: boolean
  readonly otherWays?: ReactNode
  readonly renderStep?: (step: SignInStepLeft, more: SignInStepTurns) => ReactNode
}

/** The properties of a sign-in step, apart from its token. */
interface SignInStepTurns {
  /** The account whose password was right. */
  readonly account: string
  /** Shows the next step. */
  readonly onStep: (step: SignInStepLeft) => void
  /** Goes back to account and password, and shows `why` there. */
  readonly onLeave: (why?: string) => void
}

/**
 * The sign-in page. It checks nothing itself; the platform reports what is missing or wrong. The route decides which
 * page follows.
 *
 * @param props.ended whether the session ended although the user did not sign out; the page then says so
 * @param props.kept whether a form that was being filled in at that moment is kept
 * @param props.otherWays ways to sign in besides the password
 * @param props.renderStep renders, in place of the form, what is left to do after a right password
 */
export function LoginPage({ ended = false, kept = false, otherWays, renderStep }: LoginPageProps) {
  const t = useTexts('login')
  usePageTitle(t('title'))
  const [remembered] = useState(savedUsername)
  const [username, setUsername] = useState(remembered)
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(remembered !== '')
  const [visible, setVisible] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const [step, setStep] = useState<SignInStepLeft>()
  const { send, typed } = useSendOnce()

  const submit = async () => {
    setBusy(true)
    setError(undefined)
    try {
      const left = await signIn(username, password)
      saveUsername(username, remember)
      setStep(left)
    } catch (failure) {
      setError(loginErrorText(failure, t))
      setBusy(false)
      throw failure
    }
  }

  const leaveStep = (why?: string) => {
    setStep(undefined)
    setPassword('')
    setBusy(false)
    setError(why)
    typed()
  }

  return (
    <main className={styles.page}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <LogoMark size="large" />
          {consoleSettings().productName}
        </div>
        {step && renderStep && (
          <div className={styles.card}>
            {renderStep(step, { account: username, onStep: setStep, onLeave: leaveStep })}
          </div>
        )}
        <div className={styles.card} hidden={step !== undefined}>
          <h1>{t('heading')}</h1>
          <p className={styles.subtitle}>{t('subtitle')}</p>
          {ended && <output className={styles.ended}>{t(kept ? 'endedKept' : 'ended')}</output>}
          <form
            className={styles.form}
            noValidate
            onSubmit={(event: FormEvent) => {
              event.preventDefault()
              send(submit)
            }}
          >
            <SignInField
              label={t('account')}
              placeholder={t('accountPlaceholder')}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus={remembered === ''}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
            />
            <SignInField
              label={t('password')}
              placeholder={t('passwordPlaceholder')}
              name="password"
              autoComplete="current-password"
              type={visible ? 'text' : 'password'}
              autoFocus={remembered !== ''}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            >
              <ShowButton label={t(visible ? 'hidePassword' : 'showPassword')} shown={visible} onShow={setVisible} />
            </SignInField>
            <SignInTick label={t('remember')} hint={t('rememberHint')} checked={remember} onChange={setRemember} />
            {error !== undefined && <ErrorText>{error}</ErrorText>}
            <Button type="submit" fullWidth disabled={busy}>
              {busy ? t('submitting') : t('submit')}
            </Button>
          </form>
          {otherWays}
        </div>
      </div>
    </main>
  )
}
