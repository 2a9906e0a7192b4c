import type { ChangeState } from '@greenwave/changes/changeState'
import type { KeyDelivery } from '@greenwave/controller/delivery'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import { StatusTag, type Tone } from '../ui/states/StatusTag.tsx'
import { useSettingWords } from './useSettingWords.ts'

const TONES: Readonly<Record<ChangeState, Tone>> = {
  todo: 'mute',
  sending: 'info',
  begun: 'warn',
  written: 'ok',
  refused: 'bad',
  partly: 'bad',
  notWritten: 'bad',
  replaced: 'mute',
  sent: 'info',
  waiting: 'info',
  notConfirmed: 'warn',
  differs: 'warn',
  noReport: 'mute',
  reported: 'info',
  taken: 'ok',
  seen: 'ok',
  streetDiffers: 'bad',
  same: 'mute',
  changed: 'warn',
  invalid: 'warn',
  gone: 'warn',
  offline: 'warn',
  late: 'warn',
  failed: 'bad',
}

interface ChangeStateTagProps {
  readonly state: ChangeState
  /** Adds to the name of the state: a count, or the value that differs. */
  readonly label?: (name: string) => string
  /** True while the state is only the last known one. */
  readonly isOld?: boolean
  readonly children?: ReactNode
}

/** Names the state of a change in a tag; its hint explains the state. */
export function ChangeStateTag({ state, label = (name) => name, isOld = false, children }: ChangeStateTagProps) {
  const t = useTexts('device', 'changeStates')
  return (
    <StatusTag tone={isOld ? 'mute' : TONES[state]} title={t(`text.${state}`)}>
      {label(t(`name.${state}`))}
      {children}
    </StatusTag>
  )
}

/** Returns a function that explains the delivery of one value: what was saved, and what the controller reports. */
export function useKeyDeliveryText(): (delivery: KeyDelivery) => string {
  const t = useTexts('device')
  const { nameOf, valueText } = useSettingWords()
  return ({ key, state, desired, reported }) => {
    const values = { name: nameOf(key), desired: valueText(key, desired), reported: valueText(key, reported) }
    if (state === 'differs') return t('delivery.keyDiffers', values)
    if (state === 'waiting') return t('delivery.keyWaiting', values)
    return t(reported === undefined ? 'delivery.keyNotConfirmed' : 'delivery.keyNotConfirmedYet', values)
  }
}
