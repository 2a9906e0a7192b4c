import { Link } from '@tanstack/react-router'
import { useTexts } from '../texts/useTexts.ts'
import styles from './HistoryLink.module.css'

interface HistoryLinkProps {
  readonly deviceId: string
  /** The second at which the past is shown, epoch milliseconds. */
  readonly atMs: number
  /** Display name of the junction; left out on its own page. */
  readonly junction?: string
}

/** A link to a junction's past, at the second at which something began. */
export function HistoryLink({ deviceId, atMs, junction }: HistoryLinkProps) {
  const t = useTexts('common', 'health')
  return (
    <Link
      className={styles.link ?? ''}
      to="/devices/$deviceId/history"
      params={{ deviceId }}
      search={{ at: Math.floor(atMs / 1000) * 1000 }}
      aria-label={junction && t('historyOf', { junction })}
    >
      {t('history')}
    </Link>
  )
}
