import type { Hold } from '@greenwave/contract/records/holds'
import { useTexts } from '../texts/useTexts.ts'
import { sinceText } from './dateText.ts'
import { modeTextKey } from './useSettingWords.ts'

/** Returns a function for the mode of a hold, until when and by whom: 'Tuyến 1 until 10:00 by mai@signal.vn'. */
export function useHoldWords(): (hold: Hold, nowMs: number) => string {
  const t = useTexts('settings', 'hold')
  const device = useTexts('device')
  return ({ mode, until, by }, nowMs) => {
    const name = device(modeTextKey(mode))
    const held = until === null ? t('heldOn', { mode: name }) : t('held', { mode: name, time: sinceText(until, nowMs) })
    return by === '' ? held : `${held} ${t('by', { name: by })}`
  }
}
