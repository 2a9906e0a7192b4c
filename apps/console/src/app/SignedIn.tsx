import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { ownKeptForm } from '../data/keptForm.ts'
import { isDataOnItsWay, startLive } from '../data/live.ts'
import { createQueryClient } from '../data/queryClient.ts'
import { Toasts } from '../ui/notices/Toasts.tsx'
import { clearToasts } from '../ui/notices/toasts.ts'
import { watchFirstView } from '../ui/states/firstView.ts'
import { lazyPart } from '../ui/states/lazyPart.tsx'
import { PartLoading } from '../ui/states/PartLoading.tsx'
import { QuietPart } from '../ui/states/QuietPart.tsx'
import { Shell } from './shell/Shell.tsx'

const LoadAhead = lazyPart(async () => (await import('./preloadParts.ts')).LoadAhead)

/** Loaded where a form was kept, which is rare. */
const KeptFormNotice = lazyPart(async () => (await import('./shell/KeptFormNotice.tsx')).KeptFormNotice)

/**
 * Everything that exists only while a user is signed in: the query cache, the live connection, the shell. It is
 * loaded on demand, since the sign-in page needs none of it, and is discarded with all data when the session ends.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => startLive(queryClient), [queryClient])
  useEffect(() => watchFirstView(isDataOnItsWay), [])
  useEffect(() => clearToasts, [])
  const [turn, setTurn] = useState(0)
  const [hasKeptForm] = useState(() => ownKeptForm() !== undefined)
  return (
    <QueryClientProvider client={queryClient}>
      <Shell
        notice={
          hasKeptForm && (
            <PartLoading>
              <KeptFormNotice onWanted={() => setTurn(turn + 1)} />
            </PartLoading>
          )
        }
      >
        <Fragment key={turn}>{children}</Fragment>
      </Shell>
      <Toasts />
      <QuietPart part={LoadAhead} />
    </QueryClientProvider>
  )
}
