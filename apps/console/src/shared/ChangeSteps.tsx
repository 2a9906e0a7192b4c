import { CHANGE_STEPS, type ChangeProgress, changeProgress } from '@greenwave/changes/changeProgress'
import type { ChangeState } from '@greenwave/changes/changeState'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { useCallback } from 'react'
import type { DeviceState } from '../data/device/deviceState.ts'
import { useDevice } from '../data/device/useDevice.ts'
import { inOwnLanguage } from '../data/errorText.ts'
import { useTexts } from '../texts/useTexts.ts'
import { StatusShape, type Tone } from '../ui/states/StatusTag.tsx'
import styles from './ChangeSteps.module.css'
import { useKeyDeliveryText } from './changeState.tsx'
import { usePhaseNames } from './phaseNames.ts'
import { modeTextKey } from './useSettingWords.ts'

const TONES = {
  done: 'ok',
  now: 'info',
  stopped: 'bad',
  todo: 'mute',
  unknown: 'mute',
} as const satisfies Readonly<Record<string, Tone>>

/** States that need no explanation: the steps show them. */
const USUAL: readonly ChangeState[] = ['begun', 'written', 'sent', 'reported', 'taken']

/** The steps of a change, which tick by themselves, and where it stopped. */
export function ChangeSteps({ progress }: { readonly progress: ChangeProgress }) {
  const t = useTexts('settings', 'changes')
  const progressText = useProgressText()
  const { steps } = progress
  return (
    <div className={styles.progress}>
      <ol className={styles.steps}>
        {CHANGE_STEPS.map((step) => {
          const state = steps[step]
          if (state === 'none') return null
          return (
            <li key={step} data-state={state}>
              <StatusShape tone={TONES[state]} />
              <span>{t(`steps.${step}`)}</span>
              <small>{t(`stepStates.${state}`)}</small>
            </li>
          )
        })}
      </ol>
      {/* Screen readers announce each change. */}
      <p className={styles.remark} role="status">
        {progressText(progress)}
      </p>
    </div>
  )
}

/** Returns a function that explains where a change stands; '' while it proceeds as usual. */
function useProgressText(): (progress: ChangeProgress) => string {
  const t = useTexts('settings', 'changes')
  const states = useTexts('device', 'changeStates')
  const device = useTexts('device')
  const keyText = useKeyDeliveryText()
  const { inText } = usePhaseNames()
  return ({ state, detail }) => {
    switch (detail?.kind) {
      case 'message':
        return [states(`name.${state}`), detail.text && inOwnLanguage(detail.text)].filter(Boolean).join(': ')
      case 'keys':
        return detail.keys.map(keyText).join(' ')
      case 'otherProgram':
        return detail.running === null ? t('noProgramRuns') : t('otherProgram', { program: detail.running })
      case 'mode':
        return t('otherMode', { mode: device(modeTextKey(detail.mode)) })
      case 'times': {
        const [first] = detail.deviations
        const difference =
          first && 'setSeconds' in first
            ? t(first.what === 'cycle' ? 'seenCycle' : 'seenGreen', {
                phase: 'phases' in first ? inText(first.phases[0]) : '',
                observed: first.seconds,
                programmed: first.setSeconds,
              })
            : ''
        return [states(`text.${state}`), difference].filter(Boolean).join(' ')
      }
      case 'notLookedAt':
      case 'notShown':
        return t(detail.kind)
      default:
        return USUAL.includes(state) ? '' : states(`text.${state}`)
    }
  }
}

/**
 * Follows a device and returns how far a change of it has come; null until what the controller reports and its
 * connection are known.
 */
export function useChangeProgress(deviceId: string, change: ChangeRecord): ChangeProgress | null {
  const select = useCallback((device: DeviceState) => progressOf(device, change), [change])
  return useDevice(deviceId, select)
}

function progressOf(device: DeviceState, change: ChangeRecord): ChangeProgress | null {
  const { server, shared, client, connectivity, nowMs, observed } = device
  if (!server || !shared || !client) return null
  return changeProgress(change, {
    desired: change.scope === 'SHARED_SCOPE' ? shared : server,
    reported: client,
    connected: connectivity.online,
    connectedSinceMs: connectivity.lastConnectMs ?? undefined,
    nowMs,
    observed,
  })
}
