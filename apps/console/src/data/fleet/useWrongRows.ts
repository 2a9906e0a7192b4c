import { useMemo } from 'react'
import { serverNowMs } from '../serverTime.ts'
import { useNow } from '../useNow.ts'
import type { Fleet } from './Fleet.ts'
import type { OpenIncidents } from './OpenIncidents.ts'
import { useIncidentList, useMarkedJunctions } from './useFleet.ts'
import { type WrongRow, worstFirst } from './worstFirst.ts'

/** Interval of checks which mutes have ended, milliseconds. */
const MUTES_STEP_MS = 10_000

/** Lists the rows of open incidents, holds and mutes. The component renders again when one of them changes. */
export function useWrongRows(fleet: Fleet, open: OpenIncidents): readonly WrongRow[] {
  const incidents = useIncidentList(open)
  const marked = useMarkedJunctions(fleet)
  const nowMs = useNow(MUTES_STEP_MS, serverNowMs)
  return useMemo(() => worstFirst(incidents, marked, nowMs), [incidents, marked, nowMs])
}
