import { parseHold } from '@greenwave/contract/records/holds'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { Finding } from '@greenwave/controller/checks/finding'
import { useHoldWords } from '../../../shared/useHoldWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { DeviceView } from '../model/deviceView.ts'

/** Returns a function that formats the finding that the hold was changed meanwhile (V12); undefined for any other. */
export function useHoldWording({ server }: DeviceView, nowMs: number): (finding: Finding) => string | undefined {
  const t = useTexts('settings', 'hold')
  const holdWords = useHoldWords()
  return ({ code, field }) => {
    if (code !== 'changedMeanwhile' || field !== JUNCTION_KEYS.hold) return undefined
    const hold = parseHold(server[JUNCTION_KEYS.hold]?.value)
    return t('changed', { hold: hold ? holdWords(hold, nowMs) : t('none') })
  }
}
