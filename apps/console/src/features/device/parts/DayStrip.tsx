import { type PlanNumber, SECONDS_PER_DAY } from '@greenwave/controller/controllerLimits'
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
  /**
   * False if no mode was ever set and none is reported. Then a day without a plan is not known; otherwise the lamps flash
   * (R9).
   */
  readonly modeIsKnown: boolean
  /** The position of the now-line, seconds since local midnight; null when no clock is known. */
  readonly nowSecond: number | null
  /** Whose clock the now-line follows. */
  readonly nowBy: 'device' | 'server'
  /** True when the values are only the last known ones; the now-line is then shown in a neutral colour. */
  readonly old?: boolean
  /** Opens a plan; without it the spans are not clickable. */
  readonly onEditPlan?: ((plan: PlanNumber) => void) | undefined
}

/** Shorter spans are narrower than 24 pixels, the smallest target (WCAG 2.5.8), seconds. */
const SHORTEST_CLICKED_S = SECONDS_PER_DAY / 10

/**
 * Draws a controller's day from 0 to 24: which plan and program run when. A click on a span opens its plan, unless the
 * span is short. On touch screens no span is clickable; each plan's own row opens it too.
 */
export const DayStrip = memo(function DayStrip(props: DayStripProps) {
  const { settings, modeIsKnown, nowSecond, nowBy, old = false, onEditPlan } = props
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
            isKnown={modeIsKnown || span.running.plan !== null}
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
  readonly isKnown: boolean
  readonly isNow: boolean
  readonly onEditPlan?: ((plan: PlanNumber) => void) | undefined
}

function Span({ span, isKnown, isNow, onEditPlan }: SpanProps) {
  const t = useTexts('device')
  const { running } = span
  const times = { from: hourMinute(span.startSecond), to: hourMinute(span.endSecond) }
  const words =
    running.kind === 'program'
      ? t('schedule.span', { ...times, plan: running.plan, program: running.program })
      : running.plan === null
        ? t(isKnown ? 'schedule.spanNothing' : 'schedule.spanUnknown', times)
        : t('schedule.spanFlashing', { ...times, plan: running.plan })
  const face = {
    className: styles.span,
    style: { flexGrow: span.endSecond - span.startSecond },
    title: words,
    'data-now': (isNow && isKnown) || undefined,
    'data-flashing': (running.kind === 'flashing' && isKnown) || undefined,
    'data-unknown': !isKnown || undefined,
  }
  const label = (
    <>
      {running.plan !== null && <b aria-hidden>{t('schedule.spanShort', { plan: running.plan })}</b>}
      <small aria-hidden>
        {running.kind === 'program'
          ? t('schedule.programShort', { program: running.program })
          : t(isKnown ? 'schedule.flashingShort' : 'schedule.unknownShort')}
      </small>
    </>
  )
  const { plan } = running
  if (plan === null || !onEditPlan || span.endSecond - span.startSecond < SHORTEST_CLICKED_S) {
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
