/** Renders components for tests, with the look and the data layer around them. */
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { type RenderResult, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { App } from '../app/App.tsx'
import { type ConsoleRouter, createConsoleRouter } from '../app/router.tsx'
import { createQueryClient } from '../data/queryClient.ts'
import { resolveVariables, theme } from '../ui/theme.ts'

/** A component without routes around it. `env="test"` takes Mantine's transitions out. */
export function renderPart(part: ReactNode, queryClient: QueryClient = createQueryClient()): RenderResult {
  return render(part, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} env="test">
        <QueryClientProvider client={queryClient}>
          {children}
          <Notifications />
        </QueryClientProvider>
      </MantineProvider>
    ),
  })
}

/** The whole console at an address. The session must have been started before, see `signInForTest`. */
export function renderConsole(address: string): RenderResult & { router: ConsoleRouter; queryClient: QueryClient } {
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [address] }))
  const queryClient = createQueryClient()
  return { ...render(<App router={router} queryClient={queryClient} env="test" />), router, queryClient }
}
