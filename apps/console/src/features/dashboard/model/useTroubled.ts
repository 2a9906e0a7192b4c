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

/** The worst level of several junctions, and how many have it. */
export interface Worst {
  readonly level: TroubledJunction['level']
  readonly count: number
}

/** Returns the worst level of some junctions in trouble; null without any. */
export function worstOf(troubled: readonly TroubledJunction[]): Worst | null {
  for (const level of [5, 4, 3, 2] as const) {
    const count = troubled.filter((one) => one.level === level).length
    if (count > 0) return { level, count }
  }
  return null
}
