import type { KeyPrefix } from 'i18next'
import type { FallbackNs } from 'react-i18next'
import { useTranslation } from 'react-i18next'
import type { TextNamespace } from './namespaces.ts'

/**
 * Returns the function for the texts of a namespace, or of a section of it, in the chosen language:
 * `const t = useTexts('admin', 'customers')`, then `t('title')`.
 */
export function useTexts<const Ns extends TextNamespace, const Section extends KeyPrefix<FallbackNs<Ns>> = undefined>(
  namespace: Ns,
  section?: Section,
) {
  return useTranslation<Ns, Section>(namespace, section === undefined ? undefined : { keyPrefix: section }).t
}
