import { useTexts } from '../../texts/useTexts.ts'

/** Light, dark, or as the system has it. */
export const SCHEMES = ['auto', 'light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Returns the words of each theme in the chosen language. */
export function useSchemeLabels(): Readonly<Record<Scheme, string>> {
  const t = useTexts('shell')
  return { auto: t('themeAuto'), light: t('themeLight'), dark: t('themeDark') }
}
