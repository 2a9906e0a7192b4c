import { useTranslation } from 'react-i18next'
import { StatusShape } from '../../ui/states/StatusTag.tsx'
import styles from './LiveBanner.module.css'
import { lengthText } from './lengthText.ts'

/** Shows by how much the platform's clock jumped (milliseconds, negative: back), and what to do. */
export function ClockTrouble({ byMs }: { readonly byMs: number }) {
  const { t, i18n } = useTranslation('common', { keyPrefix: 'shell' })
  return (
    <div className={styles.banner}>
      <span className={styles.text} role="alert">
        <StatusShape tone="warn" />
        {t(byMs < 0 ? 'clock.behind' : 'clock.ahead', { length: lengthText(byMs, i18n.language) })}
      </span>
      <span className={styles.advice}>{t('clock.advice')}</span>
    </div>
  )
}
