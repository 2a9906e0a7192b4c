import { Link } from '@tanstack/react-router'
import { serverNowMs } from '../../data/serverTime.ts'
import type { systemNoticesQuery } from '../../data/queries/system.ts'
import { useNow } from '../../data/useNow.ts'
import { sinceText } from '../../shared/dateText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { StatusShape } from '../../ui/states/StatusTag.tsx'
import styles from './LiveBanner.module.css'

export interface PlatformNoticesProps {
  readonly notices: NonNullable<ReturnType<ReturnType<typeof systemNoticesQuery>['select']>>
}

/** Interval at which the end of the maintenance is looked at, milliseconds. */
const STEP_MS = 1_000

/** Shows everybody that writing is stopped for maintenance, and administrators which parts do not work. */
export function PlatformNotices({ notices: { maintenance, troubles } }: PlatformNoticesProps) {
  const t = useTexts('common', 'shell')
  const nowMs = useNow(STEP_MS, serverNowMs)
  return (
    <>
      {maintenance && maintenance.until > nowMs && (
        <div className={styles.banner}>
          <span className={styles.text} role="alert">
            <StatusShape tone="warn" />
            {t('maintenance', { time: sinceText(maintenance.until, nowMs) })}
          </span>
          <span className={styles.advice}>{maintenance.text}</span>
        </div>
      )}
      {troubles.length > 0 && (
        <div className={styles.banner}>
          <span className={styles.text} role="alert">
            <StatusShape tone="warn" />
            {t('trouble')}
          </span>
          <span className={styles.advice} lang="en">
            {troubles.map(({ part, text }) => `${part} ${text}`).join('; ')}
          </span>
          <Link to="/system">{t('system')}</Link>
        </div>
      )}
    </>
  )
}
