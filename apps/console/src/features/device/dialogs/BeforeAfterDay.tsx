import type { ControllerSettings } from '@greenwave/controller/settings'
import { useTexts } from '../../../texts/useTexts.ts'
import { DayStrip } from '../parts/DayStrip.tsx'
import styles from './Findings.module.css'

/** Draws the day before and after the change. */
export function BeforeAfterDay({ before, after }: { before: ControllerSettings; after: ControllerSettings }) {
  const t = useTexts('device')
  return (
    <>
      <div className={styles.pair}>
        <h3>{t('diagram.before')}</h3>
        <DayStrip settings={before} nowSecond={null} nowBy="server" />
      </div>
      <div className={styles.pair}>
        <h3>{t('diagram.after')}</h3>
        <DayStrip settings={after} nowSecond={null} nowBy="server" />
      </div>
    </>
  )
}
