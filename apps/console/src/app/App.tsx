import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { RouteErrorPage } from './pages/RouteErrorPage.tsx'
import { routeTree } from './routes.tsx'
import '../ui/theme/moreMantineStyles.ts'

/** Creates the console's router. Tests pass their own history. */
export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultErrorComponent: RouteErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter
  }
}

/** The complete console: all its routes. `SignedIn` has what needs a signed-in user. */
export function App({ router: given }: { readonly router?: ConsoleRouter }) {
  const [router] = useState(() => given ?? createConsoleRouter())
  return <RouterProvider router={router} />
}
