import { QueryClientProvider } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { startLive } from '../data/live.ts'
import { createQueryClient } from '../data/queryClient.ts'
import { useSession } from '../data/session.ts'
import { Toasts } from '../ui/notices/Toasts.tsx'
import { clearToasts } from '../ui/notices/toasts.ts'
import { preloadParts } from './preloadParts.ts'
import { KeptFormNotice } from './shell/KeptFormNotice.tsx'
import { Shell } from './shell/Shell.tsx'

/**
 * Everything that exists only while a user is signed in: the query cache, the live connection, the shell. It is
 * loaded on demand, since the sign-in page needs none of it, and is discarded with all data when the session ends.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => startLive(queryClient), [queryClient])
  useEffect(() => clearToasts, [])
  const [turn, setTurn] = useState(0)
  const router = useRouter()
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  useEffect(() => preloadParts(router, isTenantAdmin), [router, isTenantAdmin])
  return (
    <QueryClientProvider client={queryClient}>
      <Shell notice={<KeptFormNotice onWanted={() => setTurn(turn + 1)} />}>
        <Fragment key={turn}>{children}</Fragment>
      </Shell>
      <Toasts />
    </QueryClientProvider>
  )
}
