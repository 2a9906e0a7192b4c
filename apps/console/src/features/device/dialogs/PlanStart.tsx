import { HOUR_RANGE, MINUTE_RANGE, SECONDS_PER_DAY } from '@greenwave/controller/controllerLimits'
import type { ControllerSettings, Plan } from '@greenwave/controller/settings'
import { useTexts } from '../../../texts/useTexts.ts'
import { KeyHint } from '../../../ui/page/KeyHint.tsx'
import { planTimeText } from '../model/clockText.ts'
import { AxisHandle } from '../parts/AxisHandle.tsx'
import { DayStrip } from '../parts/DayStrip.tsx'
import styles from './Timing.module.css'

interface PlanStartProps {
  /** The plan as it is being edited. */
  readonly plan: Plan
  /** The settings with this plan. */
  readonly settings: ControllerSettings
  /** False if no mode was ever set and none is reported. */
  readonly modeIsKnown: boolean
  readonly onMove: (start: Pick<Plan, 'hour' | 'minute'>) => void
}

const MINUTES = SECONDS_PER_DAY / 60
const HOUR = MINUTE_RANGE.max + 1
/** The pointer and the arrow keys set a start down on whole 5 min; minutes between are typed. */
const STEP = 5

/** The start of a plan as one time, and on the day that results, where it can be dragged. */
export function PlanStart({ plan, settings, modeIsKnown, onMove }: PlanStartProps) {
  const t = useTexts('settings', 'edit')
  const minute = plan.hour * HOUR + plan.minute
  const time = planTimeText(plan)
  return (
    <div className={styles.planStart}>
      <p>{t('planStart.at', { time })}</p>
      <div className={styles.day}>
        <DayStrip settings={settings} modeIsKnown={modeIsKnown} nowSecond={null} nowBy="server" />
        <AxisHandle
          label={t('planStart.handle', { plan: plan.number })}
          value={minute}
          valueText={time}
          min={0}
          max={MINUTES - 1}
          axisLength={MINUTES}
          step={STEP}
          keySteps={[STEP, HOUR]}
          onMove={(to) => onMove(startAt(to))}
        />
      </div>
      <span className={styles.hint}>
        {t('planStart.hint')} <KeyHint>{t('planStart.keys')}</KeyHint>
      </span>
    </div>
  )
}

/** Returns the time of a minute of the day; beyond its ends, the first or the last that the steps reach. */
function startAt(minute: number): Pick<Plan, 'hour' | 'minute'> {
  const within = Math.min(HOUR_RANGE.max * HOUR + HOUR - STEP, Math.max(0, minute))
  return { hour: Math.floor(within / HOUR), minute: within % HOUR }
}
