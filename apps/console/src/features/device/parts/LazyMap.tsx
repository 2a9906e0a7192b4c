import { Component, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import styles from './DeviceMap.module.css'
import type { DeviceMapProps } from './DeviceMap.tsx'

const DeviceMap = lazyPart(async () => (await import('./DeviceMap.tsx')).DeviceMap)

/** Shows the map and loads its code at the first use. The page works without it. */
export function LazyMap(props: DeviceMapProps) {
  const t = useTexts('device')
  return (
    <MapFailure message={t('location.failed')}>
      <Suspense fallback={<SkeletonBlock height={220} />}>
        <DeviceMap {...props} />
      </Suspense>
    </MapFailure>
  )
}

/** Shows a message instead of the map if its code does not load, so that the rest of the page stays. */
class MapFailure extends Component<{ message: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <p className={styles.notice}>{this.props.message}</p> : this.props.children
  }
}
