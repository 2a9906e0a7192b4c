import { Button } from '@mantine/core'
import { isRefusal } from '../../../data/apiErrors.ts'
import { failedKinds, isReadWhole } from '../../../data/history/reading.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import type { TapeModel, TapeSnapshot } from '../model/TapeModel.ts'
import styles from './TapeNotes.module.css'

/** Notes what a tape cannot show: data still loading, data that failed to load, and the source of its outlines. */
export function TapeNotes({ model, snapshot }: { model: TapeModel; snapshot: TapeSnapshot }) {
  const t = useTexts('monitoring', 'history')
  const { reading, view, gaps, isOfToday, isActuated, inForce } = snapshot
  const isWhole = reading.total > 0 && reading.done === reading.total
  const failed = failedKinds(reading)
  const missing = gaps.reduce((sum, gap) => sum + gap.untilMs - gap.fromMs, 0)
  const isNothing = isWhole && gaps.length === 1 && missing > 0.95 * (view.untilMs - view.fromMs)
  return (
    <div className={styles.notes}>
      <Legend />
      {/* The words come and go without moving what is below. */}
      <p className={styles.loading}>
        {isWhole || reading.total === 0 ? '\u00a0' : t('loading', { done: reading.done, total: reading.total })}
      </p>
      {failed.length > 0 && (
        <ErrorText>
          <p>{t('missing.title')}</p>
          <ul>
            {failed.map((kind) => (
              <li key={kind}>
                {t(`missing.${kind}`)} {isRefusal(reading.failures.get(kind)) && t('missing.refused')}
              </li>
            ))}
          </ul>
          <RetryButton onRetry={() => model.history.retry()} />
        </ErrorText>
      )}
      {isNothing && (
        <p>
          <b>{t('nothing')}</b> {t('nothingHint')}
        </p>
      )}
      {isActuated && <p>{t('actuated')}</p>}
      {isWhole && isOfToday && <p>{t('today')}</p>}
      {isReadWhole(reading) && inForce.settings.length === 0 && <p>{t('noSettings')}</p>}
    </div>
  )
}

/** Reads again what could not be read. */
export function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTexts('common')
  return (
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      {t('retry')}
    </Button>
  )
}

const LEGEND = ['green', 'yellow', 'red', 'programmed', 'notShown', 'dark', 'noData', 'rebuilt'] as const

function Legend() {
  const t = useTexts('monitoring', 'history')
  return (
    <>
      <ul className={styles.legend} aria-label={t('legend.title')}>
        {LEGEND.map((what) => (
          <li key={what}>
            <i data-what={what} aria-hidden="true" />
            {t(`legend.${what}`)}
          </li>
        ))}
      </ul>
      <p className={styles.loading}>{t('legend.shares')}</p>
    </>
  )
}
