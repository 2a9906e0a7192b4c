import type { ChangeRecord } from '@greenwave/contract/changeRecords'
import { useTexts } from '../../../texts/useTexts.ts'

/** Returns who made a change, and from where if that is not the console, in words. */
export function useMakerText(): (change: Pick<ChangeRecord, 'by' | 'from'>) => string {
  const t = useTexts('settings', 'changes')
  return ({ by, from }) => `${by.name || t('unknownPerson')}${from === 'console' ? '' : ` · ${from}`}`
}
