import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { sinceText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import type { WallTruth } from '../model/wallTruth.ts'
import styles from './WallNotice.module.css'

/** Says across the whole wall that what it shows is not so now, and why. */
export function WallNotice({ truth, nowMs }: { truth: WallTruth; nowMs: number }) {
  const t = useTexts('incidents', 'wall')
  if (truth.kind === 'now' || truth.kind === 'reading') return null
  const time = truth.sinceMs === null ? undefined : sinceText(truth.sinceMs, nowMs)
  const [title, hint] = {
    lost: [t('lost'), time === undefined ? t('lostHintNothing') : t('lostHint', { time })],
    unwatched: [t('unwatched'), time === undefined ? t('unwatchedHintNever') : t('unwatchedHint', { time })],
    old: [t('old'), time === undefined ? t('lostHintNothing') : t('oldHint', { time })],
  }[truth.kind]
  return (
    <div className={styles.notice} role="alert">
      <IconAlertTriangle className={styles.icon} stroke={1.8} aria-hidden="true" />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.hint}>{hint}</p>
      </div>
    </div>
  )
}
