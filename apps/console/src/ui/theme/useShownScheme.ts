import { useComputedColorScheme } from '@mantine/core'
import { useSun } from './sun.ts'

/** Returns the theme on screen. The component renders when it changes. */
export function useShownScheme(): 'light' | 'dark' | 'sun' {
  const scheme = useComputedColorScheme()
  return useSun() ? 'sun' : scheme
}
