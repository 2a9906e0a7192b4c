import { MantineProvider } from '@mantine/core'
import { createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { styleNonce } from '../ui/theme/styleNonce.ts'
import { resolveVariables, theme } from '../ui/theme/theme.ts'
import { NotFoundPage } from './pages/NotFoundPage.tsx'
import { RouteErrorPage } from './pages/RouteErrorPage.tsx'
import { routeTree } from './routes.tsx'

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

export interface AppProps {
  router: ConsoleRouter
  /** 'test' turns off Mantine's transitions. */
  env?: 'default' | 'test'
}

/** The complete console: look and routes. `SignedIn` has what needs a signed-in user. */
export function App({ router, env = 'default' }: AppProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      env={env}
      getStyleNonce={() => styleNonce() ?? ''}
    >
      <RouterProvider router={router} />
    </MantineProvider>
  )
}
