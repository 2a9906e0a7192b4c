import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorPage } from './ErrorPage.tsx'

/** Shown for a page that threw an error or could not be loaded. The shell around it and the other pages still work. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorPage error={error} onRetry={retry} />
}
