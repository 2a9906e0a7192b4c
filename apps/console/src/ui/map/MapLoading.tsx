import { Component, type ReactNode, Suspense } from 'react'
import { SkeletonBlock } from '../states/Skeletons.tsx'

interface MapLoadingProps {
  /** Shown instead of the map if its code does not load. */
  readonly failed: ReactNode
  /** Height of the block that stands for the map meanwhile, pixels. */
  readonly height: number
  readonly children: ReactNode
}

/** Stands for a map while its code loads. If that fails, the rest of the page stays. */
export function MapLoading({ failed, height, children }: MapLoadingProps) {
  return (
    <MapFailure failed={failed}>
      <Suspense fallback={<SkeletonBlock height={height} />}>{children}</Suspense>
    </MapFailure>
  )
}

class MapFailure extends Component<{ failed: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
