import { Suspense, useState } from 'react'
import { keptForm } from '../../data/keptForm.ts'
import { hasEnded } from '../../data/session.ts'
import { LoginPage } from '../../features/login/LoginPage.tsx'
import { useTexts } from '../../texts/useTexts.ts'
import { FullScreenSpinner } from '../../ui/states/FullScreenSpinner.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { Footer } from '../shell/Footer.tsx'
import { SignInChoices } from '../shell/SignInChoices.tsx'
import styles from './LoginScreen.module.css'

/** Loaded with its texts when a sign-in needs it; most sign-ins do not. */
const SignInStep = lazyPart(
  async () => (await import('../../features/secondFactor/SignInStep.tsx')).SignInStep,
  'admin',
)

/** Loaded after the page; without it the password still serves. */
const ProviderSignIn = lazyPart(async () => {
  try {
    return (await import('../../features/login/parts/ProviderSignIn.tsx')).ProviderSignIn
  } catch {
    return () => null
  }
})

interface LoginScreenProps {
  /** Why a sign-in through a provider did not succeed. */
  readonly refused: string | undefined
}

/** The sign-in page with language, colours and footer. It needs no router, so that it is there before the console is. */
export function LoginScreen({ refused }: LoginScreenProps) {
  const t = useTexts('common', 'shell')
  const [kept] = useState(() => keptForm() !== undefined)
  return (
    <div className={styles.screen}>
      <SignInChoices />
      <LoginPage
        ended={hasEnded() || kept}
        kept={kept}
        otherWays={
          <Suspense fallback={null}>
            <ProviderSignIn refused={refused} />
          </Suspense>
        }
        renderStep={(step, turns) => (
          <Suspense fallback={<FullScreenSpinner label={t('loadingPage')} />}>
            <SignInStep key={step.token} step={step} {...turns} />
          </Suspense>
        )}
      />
      <Footer />
    </div>
  )
}
