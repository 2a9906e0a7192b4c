import { parseHold } from '@greenwave/contract/records/holds'
import { JUNCTION_KEYS } from '@greenwave/contract/records/watch'
import type { Finding } from '@greenwave/controller/checks/finding'
import { keyDelivery, worstOf } from '@greenwave/controller/delivery'
import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { streetEffect } from '@greenwave/controller/engine/streetEffect'
import type { ControllerSettings } from '@greenwave/controller/settings'
import type { AttributeValuesToWrite } from '../../../data/queries/deviceAttributes.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useHoldWords } from '../../../shared/useHoldWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { hourMinute } from '../model/clockText.ts'
import type { DeviceView } from '../model/deviceView.ts'

/** Returns a function that shows the notice after a save. The notice claims no more than is true at that moment. */
export function useSavedNotice(): (what: string, values: AttributeValuesToWrite, view: DeviceView) => void {
  const dialog = useTexts('settings', 'dialogs')
  const states = useTexts('device', 'changeStates')
  return (what, values, { client, connectivity }) => {
    const nowMs = serverNowMs()
    const desired = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { ts: nowMs, value }]))
    const facts = { desired, reported: client, connected: connectivity.online, nowMs }
    const deliveries = Object.keys(values).flatMap((key) => keyDelivery(facts, key) ?? [])
    const state = worstOf(deliveries.map((delivery) => delivery.state)) ?? 'sent'
    notifySuccess(dialog('saved', { what, state: states(`text.${state}`) }))
  }
}

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
