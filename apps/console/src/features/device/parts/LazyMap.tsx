import { Component, type ReactNode, Suspense } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { SkeletonBlock } from '../../../ui/states/Skeletons.tsx'
import styles from './DeviceMap.module.css'
import type { DeviceMapProps } from './DeviceMap.tsx'

const DeviceMap = lazyPart(async () => (await import('./DeviceMap.tsx')).DeviceMap)

/** The map, whose code is loaded when it is first shown. A page without it still works. */
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

/** A map whose code does not arrive costs the map, not the page. */
class MapFailure extends Component<{ message: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <p className={styles.notice}>{this.props.message}</p> : this.props.children
  }
}
