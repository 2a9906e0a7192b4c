import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { resolveVariables, theme } from '../ui/theme.ts'
import type { ConsoleRouter } from './router.tsx'

export interface AppProps {
  router: ConsoleRouter
  queryClient: QueryClient
  /** 'test' takes Mantine's transitions out. */
  env?: 'default' | 'test'
}

/** The whole console: look, data, routes. */
export function App({ router, queryClient, env = 'default' }: AppProps) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto" env={env}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Notifications position="top-right" limit={4} />
      </QueryClientProvider>
    </MantineProvider>
  )
}
