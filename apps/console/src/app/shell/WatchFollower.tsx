import { useEffect } from 'react'
import { markOf } from '../../data/health.ts'
import { useFollowWatch, useWatch } from '../../data/useWatch.ts'
import type { Watch } from '../../data/watch.ts'
import { setTab } from '../../ui/page/tab.ts'

/** Follows the watch over all junctions for every page, and shows the worst state of all in the tab. */
export function WatchFollower() {
  useFollowWatch()
  const watch = useWatch()
  const ofFleet = watch.kind === 'watched' ? worstMark(watch) : undefined
  useEffect(() => {
    setTab({ ofFleet })
    return () => setTab({ ofFleet: undefined })
  }, [ofFleet])
  return null
}

function worstMark({ levels }: Watch) {
  const worst = ([5, 4, 3] as const).find((level) => (levels[level] ?? 0) > 0)
  return worst && markOf(worst)
}
