import { modeKind } from '@greenwave/controller/mode'
import { nextChange, runningAt } from '@greenwave/controller/schedule'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { memo } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { modeTextKey } from '../model/modeText.ts'
import { useAgeText } from '../words/useAgeText.ts'
import styles from './DayStrip.module.css'

interface NextChangeLineProps {
  readonly settings: ControllerSettings
  readonly nowSecond: number | null
}

/** The next change of plan in words: "In 42 min: plan 4, program 3"; above it the mode, where that has the say. */
export const NextChangeLine = memo(function NextChangeLine({ settings, nowSecond }: NextChangeLineProps) {
  const t = useTexts('device')
  const byMode = nowSecond !== null && modeKind(settings.mode).kind !== 'automatic'
  return (
    <>
      {byMode && <p className={styles.next}>{t('schedule.byMode', { mode: t(modeTextKey(settings.mode)) })}</p>}
      <p className={styles.next}>{useNextChangeText(settings, nowSecond)}</p>
    </>
  )
})

function useNextChangeText(settings: ControllerSettings, nowSecond: number | null): string {
  const t = useTexts('device')
  const ageText = useAgeText()
  if (nowSecond === null) return ''
  const next = nextChange(settings, nowSecond)
  if (next && next.running.plan !== null) {
    const { running } = next
    const { plan } = next.running
    const length = ageText(next.inSeconds * 1000)
    return running.kind === 'program'
      ? t('schedule.next', { length, plan, program: running.program })
      : t('schedule.nextFlashing', { length, plan })
  }
  const running = runningAt(settings, nowSecond)
  return running.plan === null ? t('schedule.nothing') : t('schedule.onlyPlan', { plan: running.plan })
}
