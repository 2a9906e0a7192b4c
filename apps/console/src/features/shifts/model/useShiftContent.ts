import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useFleet, useFleetStatus, useIncidentList, useOpenIncidents } from '../../../data/fleet/useFleet.ts'
import { fetchChangeHistory } from '../../../data/queries/changeHistory.ts'
import { alarmCommentsQuery } from '../../../data/queries/pastIncidents.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { collectChanges, type ShiftContent, shiftContent } from './handOver.ts'

/** The most incidents whose comments are read. */
const MOST_INCIDENTS = 50
const STEP_MS = 10_000

/** Content of a hand-over, as far as it is known. */
export interface ReadShift {
  /** Null until all of it was read. */
  readonly content: ShiftContent | null
  /** Number of open incidents and of changes beyond those in the content. */
  readonly unread: number
  readonly error: Error | null
  readonly again: () => void
}

/** Follows what a shift that began at a time, epoch milliseconds, has to hand over. */
export function useShiftContent(fromMs: number): ReadShift {
  const client = useQueryClient()
  const fleet = useFleet()
  const open = useOpenIncidents()
  const incidents = useIncidentList(open)
  const [ofFleet, ofIncidents] = [useFleetStatus(fleet), useFleetStatus(open)]
  const nowMs = useNow(STEP_MS, serverNowMs)
  const changes = useQuery({
    queryKey: ['shifts', 'changes', fromMs],
    queryFn: ({ signal }) => collectChanges(fetchChangeHistory({ fromMs }, signal), fromMs),
  })
  const ids = incidents.slice(0, MOST_INCIDENTS).map(({ id }) => id)
  const comments = useQuery({
    queryKey: ['shifts', 'comments', ids],
    queryFn: async () => {
      const read = async (id: string) => [id, (await client.fetchQuery(alarmCommentsQuery(id))).data] as const
      return new Map(await Promise.all(ids.map(read)))
    },
    enabled: ofIncidents.atMs !== null,
  })
  const error = changes.error ?? comments.error ?? ofFleet.error ?? ofIncidents.error
  const isRead = changes.data && comments.data && ofFleet.total !== undefined && ofIncidents.atMs !== null
  const facts = isRead && {
    ...{ incidents, junctions: fleet.junctions.values(), changes: changes.data.newest, comments: comments.data },
  }
  return {
    content: facts ? shiftContent(facts, fromMs, nowMs) : null,
    unread: Math.max(0, (ofIncidents.total ?? 0) - incidents.length) + (changes.data?.more ?? 0),
    error,
    again: () => {
      void changes.refetch()
      void comments.refetch()
    },
  }
}
