import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clockTroubleQuery } from '../../data/queries/system.ts'
import { useSession } from '../../data/session.ts'
import { StatusShape } from '../../ui/states/StatusTag.tsx'
import styles from './LiveBanner.module.css'
import { lengthText } from './lengthText.ts'

/**
 * Shows tenant administrators that the platform's clock jumped, until that is over. The platform reports this only to
 * them.
 */
export function ClockBanner() {
  const { t, i18n } = useTranslation('shell')
  const session = useSession()
  const isTenantAdmin = session.state === 'signedIn' && session.isTenantAdmin
  const { data: trouble } = useQuery({ ...clockTroubleQuery(), enabled: isTenantAdmin })
  if (!trouble) return null
  const length = lengthText(trouble.byMs, i18n.language)
  return (
    <div className={styles.banner}>
      <span className={styles.text} role="alert">
        <StatusShape tone="warn" />
        {t(trouble.byMs < 0 ? 'clock.behind' : 'clock.ahead', { length })}
      </span>
      <span className={styles.advice}>{t('clock.advice')}</span>
    </div>
  )
}
