import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { styleNonce } from '../ui/theme/styleNonce.ts'
import { resolveVariables, theme } from '../ui/theme/theme.ts'
import type { ConsoleRouter } from './router.tsx'

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
