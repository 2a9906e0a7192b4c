/** Renders components for tests, with the theme and the data layer around them. */
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { App, type ConsoleRouter, createConsoleRouter } from '../app/App.tsx'
import { Look } from '../app/Look.tsx'
import { createQueryClient } from '../data/queryClient.ts'
import { Toasts } from '../ui/notices/Toasts.tsx'
import { resolveVariables, theme } from '../ui/theme/theme.ts'

/**
 * Renders a component without routes around it. The env 'test' turns off Mantine's transitions; with 'default', dialogs
 * fade out as they do for users.
 */
export function renderPart(
  part: ReactNode,
  queryClient: QueryClient = createQueryClient(),
  env: 'default' | 'test' = 'test',
): RenderResult {
  return render(part, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} env={env}>
        <QueryClientProvider client={queryClient}>
          {children}
          <Toasts />
        </QueryClientProvider>
      </MantineProvider>
    ),
  })
}

/**
 * Renders the whole console at an address. For a page behind the sign-in, start a session first with `signInForTest`.
 * With the env 'default', dialogs fade out as they do for users.
 */
export function renderConsole(
  address: string,
  env: 'default' | 'test' = 'test',
): RenderResult & { router: ConsoleRouter } {
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [address] }))
  const console = (
    <Look env={env}>
      <App router={router} />
    </Look>
  )
  return { ...render(console), router }
}
