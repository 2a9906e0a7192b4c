import { useTexts } from '../../../texts/useTexts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../../ui/states/PartLoading.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import styles from './DeviceMap.module.css'
import type { DeviceMapProps } from './DeviceMap.tsx'

const DeviceMap = lazyPart(async () => (await import('./DeviceMap.tsx')).DeviceMap, 'device')

/** Shows the map and loads its code at the first use. The page works without it. */
export function LazyMap(props: DeviceMapProps) {
  const t = useTexts('device')
  return (
    <PartLoading
      later
      meanwhile={<SkeletonBlock height={220} />}
      failed={<p className={styles.notice}>{t('location.failed')}</p>}
    >
      <DeviceMap {...props} />
    </PartLoading>
  )
}
