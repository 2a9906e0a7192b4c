import type { DeviceInfo } from '@greenwave/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type LevelsById, levelsQuery } from '../../../data/queries/junctions.ts'
import { useWatch } from '../../../data/useWatch.ts'

const NONE: LevelsById = new Map()

/** Returns the levels of these devices, read again whenever the watch says that some level has changed. */
export function useLevels(devices: readonly DeviceInfo[]): LevelsById {
  const watch = useWatch()
  const isWatched = watch.kind === 'watched'
  const isAsked = isWatched && devices.length > 0
  const { data, refetch } = useQuery({ ...levelsQuery(devices.map(({ id }) => id.id)), enabled: isAsked })
  const revision = isAsked ? watch.revision : undefined
  useEffect(() => {
    // A read that is under way may have come too early.
    if (revision !== undefined) void refetch()
  }, [revision, refetch])
  return (isWatched && data) || NONE
}
