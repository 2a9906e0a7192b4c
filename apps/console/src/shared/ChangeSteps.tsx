import { CHANGE_STEPS, type ChangeProgress, type ChangeRemark } from '@greenwave/changes/changeProgress'
import { inOwnLanguage } from '../data/errorText.ts'
import { useTexts } from '../texts/useTexts.ts'
import { StatusShape, type Tone } from '../ui/states/StatusTag.tsx'
import styles from './ChangeSteps.module.css'
import { usePhaseNames } from './phaseNames.ts'
import { modeTextKey, useSettingWords } from './useSettingWords.ts'

const TONES = {
  done: 'ok',
  now: 'info',
  stopped: 'bad',
  todo: 'mute',
  unknown: 'mute',
} as const satisfies Readonly<Record<string, Tone>>

/** The steps of a change, which tick by themselves, and where it stopped. */
export function ChangeSteps({ progress }: { readonly progress: ChangeProgress }) {
  const t = useTexts('settings', 'changes')
  const remarkText = useRemarkText()
  const { steps, remark } = progress
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
      {/* Said to whoever listens when it changes, too. */}
      <p className={styles.remark} role="status">
        {remark ? remarkText(remark) : steps.seen === 'done' ? t('allSeen') : ''}
      </p>
    </div>
  )
}

/** Returns a function that states the reason for the status of a change. */
function useRemarkText(): (remark: ChangeRemark) => string {
  const t = useTexts('settings', 'changes')
  const device = useTexts('device')
  const { nameOf, valueText } = useSettingWords()
  const { inText } = usePhaseNames()
  return (remark) => {
    switch (remark.kind) {
      case 'refused':
      case 'partly':
        return [t(`states.${remark.kind}`), remark.said && inOwnLanguage(remark.said)].filter(Boolean).join(': ')
      case 'differs':
        return remark.keys
          .map(({ key, desired, reported }) =>
            t('reportsOther', {
              name: nameOf(key),
              reported: valueText(key, reported),
              desired: valueText(key, desired),
            }),
          )
          .join(' ')
      case 'otherProgram':
        return remark.running === null ? t('noProgramRuns') : t('otherProgram', { program: remark.running })
      case 'streetDiffers': {
        if (remark.mode !== undefined) return t('otherMode', { mode: device(modeTextKey(remark.mode)) })
        const [first] = remark.deviations
        const what =
          first && 'setSeconds' in first
            ? t(first.what === 'cycle' ? 'seenCycle' : 'seenGreen', {
                phase: 'phases' in first ? inText(first.phases[0]) : '',
                observed: first.seconds,
                programmed: first.setSeconds,
              })
            : ''
        return [t('streetDiffers'), what].filter(Boolean).join(' ')
      }
      default:
        return t(`remarks.${remark.kind}`)
    }
  }
}
