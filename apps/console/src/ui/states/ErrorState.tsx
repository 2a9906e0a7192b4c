import { Button } from '@mantine/core'
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import type { ReactNode } from 'react'
import { ApiError, InvalidScopeError, isPermissionDenied } from '../../data/apiErrors.ts'
import { errorText } from '../../data/errorText.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './State.module.css'

export interface ErrorStateProps {
  error: unknown
  /** The specification's text for this failure; the server's own message goes before it. */
  fallback: string
  /** Tries again; absent where trying again is vain. */
  onRetry?: () => void
  retrying?: boolean
  /** Where to go when trying again is vain: what is asked for may not be seen, or is not there. */
  wayOut?: ReactNode
  compact?: boolean
}

/** In the place of what could not be loaded: one sentence on what happened, and one way out, which mostly is to try again. */
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
      {error instanceof InvalidScopeError && <p className={styles.title}>{error.message}</p>}
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
