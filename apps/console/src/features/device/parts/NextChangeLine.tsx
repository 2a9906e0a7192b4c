import { secondOfDayAt } from '@greenwave/controller/deviceClock'
import { modeKind } from '@greenwave/controller/mode'
import { nextPlanChange, runningAt } from '@greenwave/controller/schedule'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { memo } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { modeTextKey } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import styles from './DayStrip.module.css'

interface NextChangeLineProps {
  readonly settings: ControllerSettings
  /** False if no mode was ever set and none is reported; then it is unknown what runs when. */
  readonly modeIsKnown: boolean
  /** How far the clock that the plans follow is ahead of the platform's, whole seconds. */
  readonly aheadSeconds: number
}

/**
 * Shows the next change of plan in words: "In 42 min: plan 4, program 3". In a mode other than automatic no plan
 * follows, so the line names the mode instead.
 */
export const NextChangeLine = memo(function NextChangeLine({
  settings,
  modeIsKnown,
  aheadSeconds,
}: NextChangeLineProps) {
  const t = useTexts('device')
  const nowMs = useNow(1000, serverNowMs)
  const words = useNextChangeText(settings, nowMs + aheadSeconds * 1000)
  if (!modeIsKnown) return <p className={styles.next}>{t('schedule.modeUnset')}</p>
  const byMode = modeKind(settings.mode).kind !== 'automatic'
  return <p className={styles.next}>{byMode ? t('schedule.byMode', { mode: t(modeTextKey(settings.mode)) }) : words}</p>
})

function useNextChangeText(settings: ControllerSettings, clockMs: number): string {
  const t = useTexts('device')
  const ageText = useAgeText()
  const next = nextPlanChange(settings, clockMs)
  if (next && next.running.plan !== null) {
    const { running } = next
    const { plan } = next.running
    const length = ageText(next.atMs - Math.floor(clockMs / 1000) * 1000)
    return running.kind === 'program'
      ? t('schedule.next', { length, plan, program: running.program })
      : t('schedule.nextFlashing', { length, plan })
  }
  const running = runningAt(settings, secondOfDayAt(clockMs))
  return running.plan === null ? t('schedule.nothing') : t('schedule.onlyPlan', { plan: running.plan })
}
