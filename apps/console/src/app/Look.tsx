import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../ui/theme/styleNonce.ts'
import { resolveVariables, theme } from '../ui/theme/theme.ts'

interface LookProps {
  /** 'test' turns off Mantine's transitions. */
  readonly env?: 'default' | 'test'
  readonly children: ReactNode
}

/** The look of the console: theme, colours of the system, and the nonce of the page for styles. */
export function Look({ env = 'default', children }: LookProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      env={env}
      getStyleNonce={() => styleNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  )
}
