import { useTexts } from '../../texts/useTexts.ts'

/** The themes: as the system, light, dark. */
export const SCHEMES = ['auto', 'light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Returns the labels of the themes in the chosen language. */
export function useSchemeLabels(): Readonly<Record<Scheme, string>> {
  const t = useTexts('common', 'shell')
  return { auto: t('themeAuto'), light: t('themeLight'), dark: t('themeDark') }
}
