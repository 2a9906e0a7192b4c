import { Button } from '@mantine/core'
import { useState } from 'react'
import { waitingRelease } from '../../data/releases.ts'
import { reloadAfresh } from '../../data/reloadAfresh.ts'
import { useHeld } from '../../data/useWatch.ts'
import { useTexts } from '../../texts/useTexts.ts'
import styles from './LiveBanner.module.css'

/** Offers each new release. The old one goes on working until the user takes it. */
export function ReleaseNotice() {
  const t = useTexts('common', 'shell')
  const [isTaken, setTaken] = useState(false)
  const isWaiting = useHeld(waitingRelease)
  if (!isWaiting) return null
  const take = () => {
    setTaken(true)
    void reloadAfresh()
  }
  return (
    <div className={`${styles.banner} ${styles.kept}`}>
      <span role="status">{t('release.text')}</span>
      <Button className={styles.action ?? ''} variant="default" size="xs" loading={isTaken} onClick={take}>
        {t('release.take')}
      </Button>
    </div>
  )
}
