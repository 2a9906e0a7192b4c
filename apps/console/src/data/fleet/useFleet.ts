/** Hooks with which components follow all junctions and their open incidents. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { asOf } from '../asOf.ts'
import { callFleet } from '../fleetApi.ts'
import { after } from '../live.ts'
import { serverNowMs } from '../serverTime.ts'
import { watchHolder } from '../useWatch.ts'
import { Fleet, type FleetStatus } from './Fleet.ts'
import type { FleetJunction } from './fleetJunction.ts'
import { createFleetReads } from './fleetReads.ts'
import type { Incident } from './incident.ts'
import { createIncidentReads } from './incidentReads.ts'
import { OpenIncidents } from './OpenIncidents.ts'

interface Models {
  readonly fleet: Fleet
  readonly incidents: OpenIncidents
}

/** The models by the cache of the session that they belong to; they end with it. */
const models = new WeakMap<QueryClient, Models>()

function modelsOf(client: QueryClient): Models {
  const known = models.get(client)
  if (known) return known
  const deps = {
    after,
    nowMs: () => performance.now(),
    // What was kept is as of its own time.
    serverNowMs: () => asOf.state ?? serverNowMs(),
    watch: () => (watchHolder.state.kind === 'watched' ? watchHolder.state : null),
    onWatch: (watcher: () => void) => watchHolder.onChange(watcher),
  }
  const made = {
    fleet: new Fleet({ ...deps, reads: createFleetReads(callFleet) }),
    incidents: new OpenIncidents({ ...deps, reads: createIncidentReads(callFleet) }),
  }
  models.set(client, made)
  return made
}

/** Follows all junctions while the component is mounted, and returns them. The component renders at no change. */
export function useFleet(): Fleet {
  const { fleet } = modelsOf(useQueryClient())
  useEffect(() => fleet.follow(), [fleet])
  return fleet
}

/** Follows all open incidents while the component is mounted, and returns them. The component renders at no change. */
export function useOpenIncidents(): OpenIncidents {
  const { incidents } = modelsOf(useQueryClient())
  useEffect(() => incidents.follow(), [incidents])
  return incidents
}

/** Returns the open incidents. The component renders when one of them changes. */
export function useIncidentList(incidents: OpenIncidents): readonly Incident[] {
  return useChanging(incidents, () => incidents.all)
}

/** Returns the junctions with a level above 0. The component renders when one of them changes. */
export function useMarkedJunctions(fleet: Fleet): readonly FleetJunction[] {
  return useChanging(fleet, () => fleet.marked)
}

/** Returns how true the junctions or the incidents are. The component renders when that changes. */
export function useFleetStatus(of: Fleet | OpenIncidents): FleetStatus {
  return useChanging(of, () => of.status)
}

function useChanging<T>(of: { onChange(listener: () => void): () => void }, snapshot: () => T): T {
  return useSyncExternalStore(
    useCallback((listener) => of.onChange(listener), [of]),
    snapshot,
  )
}
