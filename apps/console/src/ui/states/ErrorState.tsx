import { Button } from '@mantine/core'
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import type { ReactNode } from 'react'
import { ApiError, InvalidScopeError, isPermissionDenied } from '../../data/apiErrors.ts'
import { errorText, inOwnLanguage } from '../../data/errorText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './State.module.css'

export interface ErrorStateProps {
  error: unknown
  /** The specification's text for this failure; the server's own message takes precedence. */
  fallback: string
  /** Tries again. Left out when another attempt cannot succeed. */
  onRetry?: () => void
  retrying?: boolean
  /** A link for when another attempt cannot succeed, because access is denied or the subject does not exist. */
  wayOut?: ReactNode
  compact?: boolean
}

/**
 * Shown for content that could not be loaded: one sentence about what happened and one way on, which usually is to try
 * again.
 */
export function ErrorState({ error, fallback, onRetry, retrying = false, wayOut, compact = false }: ErrorStateProps) {
  const t = useTexts('common')
  const denied = isPermissionDenied(error)
  const isVain =
    denied ||
    (wayOut !== undefined && error instanceof ApiError && error.status === 404) ||
    error instanceof InvalidScopeError
  const StateIcon = denied ? IconLock : IconAlertCircle
  return (
    <div className={`${styles.state} ${compact ? styles.compact : ''}`} role="alert">
      <StateIcon className={styles.bad} size={compact ? 24 : 36} stroke={1.4} aria-hidden="true" />
      {error instanceof InvalidScopeError && <p className={styles.title}>{inOwnLanguage(error.message)}</p>}
      <p className={styles.title}>{errorText(error, fallback)}</p>
      {denied && !error.serverMessage && <p className={styles.text}>{t('permissionDenied')}</p>}
      {isVain && wayOut}
      {onRetry && !isVain && (
        <Button variant="default" disabled={retrying} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </div>
  )
}
