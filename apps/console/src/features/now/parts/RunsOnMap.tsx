import { expectedM } from '@greenwave/coordination/routes/way'
import type { RouteRun } from '@greenwave/contract/records/routes'
import { useQuery } from '@tanstack/react-query'
import { circleMarker, featureGroup, type LatLngTuple, polyline } from 'leaflet'
import { useEffect, useEffectEvent } from 'react'
import { runsQuery } from '../../../data/queries/routes.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { useMap } from '../../../ui/map/useMap.ts'

const STEP_MS = 5_000

/** Draws the way of each green route that runs, and where its vehicle is expected. The list beside the map says the same. */
export function RunsOnMap() {
  const map = useMap()
  const runs = useQuery(runsQuery()).data
  const nowMs = useNow(STEP_MS, serverNowMs)
  const draw = useEffectEvent(() => {
    const color = getComputedStyle(map.getContainer()).getPropertyValue('--gw-accent').trim()
    const group = featureGroup().addTo(map)
    for (const { run } of runs ?? []) {
      const places = run.junctions.flatMap(({ at }) => (at ? [at] : []))
      polyline(places, { color, weight: 4, opacity: 0.7, dashArray: '8 6', interactive: false }).addTo(group)
      const vehicle = placeOfVehicle(run, nowMs)
      if (vehicle)
        circleMarker(vehicle, { color, radius: 9, weight: 3, fillOpacity: 0.9, interactive: false }).addTo(group)
    }
    return () => void group.remove()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are reasons to draw, and not what is drawn
  useEffect(() => draw(), [runs, nowMs])
  return null
}

/** Returns the place between two junctions of which both are known; null elsewhere. */
function placeOfVehicle(run: RouteRun, nowMs: number): LatLngTuple | null {
  const m = expectedM(run, nowMs)
  const index = run.junctions.findIndex(({ position }) => position > m)
  const [from, to] = [run.junctions[index - 1], run.junctions[index]]
  if (!from?.at || !to?.at) return null
  const share = (m - from.position) / (to.position - from.position)
  return [from.at[0] + share * (to.at[0] - from.at[0]), from.at[1] + share * (to.at[1] - from.at[1])]
}
