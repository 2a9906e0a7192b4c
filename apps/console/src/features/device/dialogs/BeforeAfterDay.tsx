import type { ControllerSettings } from '@greenwave/controller/settings'
import { useTexts } from '../../../texts/useTexts.ts'
import { DayStrip } from '../parts/DayStrip.tsx'
import { type DeviceView, knowsMode } from '../model/deviceView.ts'
import styles from './Findings.module.css'

interface BeforeAfterDayProps {
  readonly view: DeviceView
  readonly before: ControllerSettings
  readonly after: ControllerSettings
}

/** Draws the day before and after the change. */
export function BeforeAfterDay({ view, before, after }: BeforeAfterDayProps) {
  const t = useTexts('device')
  const modeIsKnown = knowsMode(view)
  return (
    <>
      <div className={styles.pair}>
        <h3>{t('diagram.before')}</h3>
        <DayStrip settings={before} modeIsKnown={modeIsKnown} nowSecond={null} nowBy="server" />
      </div>
      <div className={styles.pair}>
        <h3>{t('diagram.after')}</h3>
        <DayStrip settings={after} modeIsKnown={modeIsKnown} nowSecond={null} nowBy="server" />
      </div>
    </>
  )
}
