import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { TroubledJunction } from '../../../data/queries/junctionReads.ts'
import { troubledQuery } from '../../../data/queries/junctions.ts'
import { useWatch } from '../../../data/useWatch.ts'

const NONE: readonly TroubledJunction[] = []

/** Returns the junctions in trouble, read again whenever the watch reports that a level has changed; none without watch. */
export function useTroubled(hasDevices: boolean): readonly TroubledJunction[] {
  const watch = useWatch()
  const isWatched = watch.kind === 'watched'
  const isAsked = isWatched && hasDevices
  const { data, refetch } = useQuery({ ...troubledQuery(), enabled: isAsked })
  const revision = isAsked ? watch.revision : undefined
  useEffect(() => {
    // A read that is under way may have come too early.
    if (revision !== undefined) void refetch()
  }, [revision, refetch])
  return (isWatched && data) || NONE
}
