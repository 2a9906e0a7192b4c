import { Skeleton } from '@mantine/core'
import { SkeletonBlock } from '../../ui/states/Skeletons.tsx'
import styles from './LoadedDetail.module.css'

/** The outline of a device page while it loads. */
export function DetailSkeleton() {
  return (
    <div className={styles.detail} aria-busy="true">
      <Skeleton height={48} width={320} maw="100%" />
      <div className={styles.columns}>
        <SkeletonBlock height={520} />
        <SkeletonBlock height={620} />
        <SkeletonBlock height={520} />
      </div>
    </div>
  )
}
