import { type PlanNumber, SECONDS_PER_DAY } from '@greenwave/controller/limits'
import { daySchedule, type ScheduleSpan } from '@greenwave/controller/schedule'
import type { ControllerSettings } from '@greenwave/controller/settings'
import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { memo, useMemo } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { hourMinute } from '../model/clockText.ts'
import styles from './DayStrip.module.css'

interface DayStripProps {
  readonly settings: ControllerSettings
  /** Where the now-line stands, seconds since local midnight; null when no clock is known. */
  readonly nowSecond: number | null
  /** What the now-line's time is by. */
  readonly nowBy: 'device' | 'server'
  /** What is shown is the last that is known: the line takes no colour of now. */
  readonly old?: boolean
  /** Opens a plan; without it the strip only shows. */
  readonly onEditPlan?: ((plan: PlanNumber) => void) | undefined
}

/**
 * A controller's day from 0 to 24: which plan and program rule when. A span leads to its plan; under a finger the strip only
 * shows, since a short span is narrower than that, and each plan's own row leads there too.
 */
export const DayStrip = memo(function DayStrip({ settings, nowSecond, nowBy, old = false, onEditPlan }: DayStripProps) {
  const t = useTexts('device')
  const spans = useMemo(() => daySchedule(settings).spans, [settings])
  const byFinger = useMediaQuery('(pointer: coarse)')
  return (
    <fieldset className={styles.strip} aria-label={t('schedule.label')}>
      <div className={styles.spans}>
        {spans.map((span) => (
          <Span
            key={span.startSecond}
            span={span}
            isNow={!old && nowSecond !== null && nowSecond >= span.startSecond && nowSecond < span.endSecond}
            onEditPlan={byFinger ? undefined : onEditPlan}
          />
        ))}
      </div>
      {nowSecond !== null && (
        <div
          className={styles.now}
          role="img"
          data-old={old || undefined}
          aria-label={`${t('schedule.now', { time: hourMinute(nowSecond) })}, ${t(
            nowBy === 'device' ? 'schedule.nowByDevice' : 'schedule.nowByServer',
          )}${old ? `, ${t('schedule.lastKnown')}` : ''}`}
          style={{ left: `${(nowSecond * 100) / SECONDS_PER_DAY}%` }}
        />
      )}
      <div className={styles.hours} aria-hidden>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
    </fieldset>
  )
})

interface SpanProps {
  readonly span: ScheduleSpan
  readonly isNow: boolean
  readonly onEditPlan?: ((plan: PlanNumber) => void) | undefined
}

function Span({ span, isNow, onEditPlan }: SpanProps) {
  const t = useTexts('device')
  const { running } = span
  const times = { from: hourMinute(span.startSecond), to: hourMinute(span.endSecond) }
  const words =
    running.kind === 'program'
      ? t('schedule.span', { ...times, plan: running.plan, program: running.program })
      : running.plan === null
        ? t('schedule.spanNothing', times)
        : t('schedule.spanFlashing', { ...times, plan: running.plan })
  const face = {
    className: styles.span,
    style: { flexGrow: span.endSecond - span.startSecond },
    title: words,
    'data-now': isNow || undefined,
    'data-flashing': running.kind === 'flashing' || undefined,
  }
  const label = (
    <>
      {running.plan !== null && <b aria-hidden>{t('schedule.spanShort', { plan: running.plan })}</b>}
      <small aria-hidden>
        {running.kind === 'program'
          ? t('schedule.programShort', { program: running.program })
          : t('schedule.flashingShort')}
      </small>
    </>
  )
  const { plan } = running
  if (plan === null || !onEditPlan) {
    return (
      <div {...face} role="img" aria-label={words}>
        {label}
      </div>
    )
  }
  return (
    <button {...face} type="button" onClick={() => onEditPlan(plan)}>
      <VisuallyHidden>{`${words}. ${t('schedule.edit', { plan })}`}</VisuallyHidden>
      {label}
    </button>
  )
}
