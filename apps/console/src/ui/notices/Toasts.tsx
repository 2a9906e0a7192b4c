import { CloseButton } from '@mantine/core'
import { useTexts } from '../../texts/useTexts.ts'
import { StatusShape } from '../states/StatusTag.tsx'
import styles from './Toasts.module.css'
import { removeToast, useToasts } from './toasts.ts'

/**
 * The region where toasts appear, once in the console. Screen readers announce a failure at once and other toasts when
 * they are idle.
 */
export function Toasts() {
  const t = useTexts('common')
  const toasts = useToasts()
  return (
    <div className={styles.region} aria-live="polite">
      {toasts.map(({ id, tone, text }) => (
        <div key={id} className={styles.toast} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
          <span className={styles.shape}>
            <StatusShape tone={tone} />
          </span>
          <span className={styles.text}>{text}</span>
          <CloseButton size="sm" aria-label={t('close')} onClick={() => removeToast(id)} />
        </div>
      ))}
    </div>
  )
}
