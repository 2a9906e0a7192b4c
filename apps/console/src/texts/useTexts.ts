import { useTranslation } from 'react-i18next'
import type { TextNamespace } from './namespaces.ts'

/**
 * Returns the function for the texts of a namespace in the chosen language: `const t = useTexts('devices')`, then
 * `t('title')`.
 */
export function useTexts<const Ns extends TextNamespace>(namespace: Ns) {
  return useTranslation(namespace).t
}
