import { useTexts } from '../../../texts/useTexts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import styles from './RecentTape.module.css'

const RecentTape = lazyPart(async () => (await import('./RecentTape.tsx')).RecentTape, 'device')

/** Shows the last ten minutes and loads their code after the page. The page works without them. */
export function LazyRecentTape({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  return (
    <PartLoading
      later
      meanwhile={<div className={styles.tape} />}
      failed={<p className={styles.failed}>{t('recent.failed')}</p>}
    >
      <RecentTape deviceId={deviceId} />
    </PartLoading>
  )
}
