import { useMantineColorScheme } from '@mantine/core'
import { useTexts } from '../../texts/useTexts.ts'
import { setSun, useSun } from '../../ui/theme/sun.ts'

const SCHEMES = ['auto', 'light', 'dark', 'sun'] as const
type Scheme = (typeof SCHEMES)[number]

/** The choice of a theme, stored on this device. */
interface SchemeChoice {
  readonly chosen: Scheme
  /** As the system, light, dark, sun; with their labels in the chosen language. */
  readonly offered: readonly { readonly value: Scheme; readonly label: string }[]
  /** Chooses a theme by its value; any other value chooses the system's. */
  readonly choose: (value: string) => void
}

/** Returns the chosen theme and the others. */
export function useSchemeChoice(): SchemeChoice {
  const t = useTexts('common', 'shell')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isSun = useSun()
  const labels = { auto: t('themeAuto'), light: t('themeLight'), dark: t('themeDark'), sun: t('themeSun') }
  return {
    chosen: isSun ? 'sun' : colorScheme,
    offered: SCHEMES.map((value) => ({ value, label: labels[value] })),
    choose(value) {
      setSun(value === 'sun')
      if (value !== 'sun') setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')
    },
  }
}
