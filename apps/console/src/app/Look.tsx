import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../ui/theme/styleNonce.ts'
import { useSun } from '../ui/theme/sun.ts'
import { resolveVariables, theme } from '../ui/theme/theme.ts'

interface LookProps {
  /** 'test' turns off Mantine's transitions. */
  readonly env?: 'default' | 'test'
  readonly children: ReactNode
}

/** The look of the console: theme, colours of the system, and the nonce of the page for styles. */
export function Look({ env = 'default', children }: LookProps) {
  const isSun = useSun()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      {...(isSun && { forceColorScheme: 'light' as const })}
      env={env}
      getStyleNonce={() => styleNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  )
}
