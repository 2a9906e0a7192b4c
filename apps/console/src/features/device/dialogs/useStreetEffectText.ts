import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { streetEffect } from '@greenwave/controller/engine/streetEffect'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { hourMinute } from '../model/clockText.ts'

/** Returns a function that says what a change from one to other settings does to the lamps. */
export function useStreetEffectText(): (
  before: ControllerSettings,
  after: ControllerSettings,
  online: boolean,
) => string {
  const t = useTexts('settings', 'edit')
  return (before, after, online) => {
    const effect = streetEffect(before, after, secondOfDayAt(serverNowMs()))
    if (effect.kind === 'none') return t('effect.none')
    if (!online) return t('effect.waits')
    return effect.kind === 'later'
      ? t('effect.later', { time: hourMinute(effect.atSecond) })
      : t(`effect.${effect.kind}`)
  }
}
