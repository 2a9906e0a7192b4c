import { Component, type ReactNode, Suspense, useState } from 'react'
import { noteCabinet, takeCabinet } from '../data/cabinet.ts'
import { useSession } from '../data/session.ts'
import { useTexts } from '../texts/useTexts.ts'
import { FullScreenSpinner } from '../ui/states/FullScreenSpinner.tsx'
import { forgetMissingParts, lazyPart } from '../ui/states/lazyPart.tsx'
import { ErrorPage } from './pages/ErrorPage.tsx'

const App = lazyPart(async () => (await import('./App.tsx')).App)
const LoginScreen = lazyPart(async () => (await import('./pages/LoginScreen.tsx')).LoginScreen, 'login')

/** Pages before the sign-in that have routes of their own. */
const OPEN_PAGES = '/login/'

/**
 * What the console begins with: all routes, or, without a session, the sign-in page alone. That page needs neither router
 * nor shell, which are loaded as soon as the user types.
 */
export function Start() {
  const t = useTexts('common', 'shell')
  const session = useSession()
  const [hasEntered, setEntered] = useState(
    () => session.state !== 'signedOut' || location.pathname.startsWith(OPEN_PAGES),
  )
  const [refused] = useState(() => (hasEntered ? undefined : openSignIn()))
  if (!hasEntered && session.state === 'signedIn') {
    // What could not be loaded while the user typed is requested again.
    forgetMissingParts()
    history.replaceState(history.state, '', takeCabinet())
    setEntered(true)
  }
  return (
    <StartFailure>
      <Suspense fallback={<FullScreenSpinner label={t('loadingPage')} />}>
        {hasEntered ? (
          <App />
        ) : (
          <div onInput={() => void App.preload()}>
            <LoginScreen refused={refused} />
          </div>
        )}
      </Suspense>
    </StartFailure>
  )
}

/** Gives the page the address of the sign-in, after noting that of a scanned junction, and returns why a sign-in through a provider did not succeed. */
function openSignIn(): string | undefined {
  noteCabinet()
  if (location.pathname !== '/login') history.replaceState(history.state, '', '/login')
  return new URLSearchParams(location.search).get('loginError') ?? undefined
}

/** Shows what failed before there is a router, which has such a page for each route. */
class StartFailure extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <ErrorPage error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}
