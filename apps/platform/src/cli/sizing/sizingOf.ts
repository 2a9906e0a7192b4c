import { clusterFor, JUNCTIONS_OF_SHARE } from './cluster.ts'
import { type City, demandOf } from './demand.ts'
import { limitUses, needsClusterAbove } from './limitUses.ts'
import { machineFor } from './machine.ts'
import type { Sizing } from './sizeLines.ts'

/** Returns all that is predicted of a city. Without a number of watchers it has as many as it needs. */
export function sizingOf(asked: Omit<City, 'watchers'> & { readonly watchers?: number | undefined }): Sizing {
  const city = { ...asked, watchers: asked.watchers ?? Math.ceil(asked.junctions / JUNCTIONS_OF_SHARE) }
  const limit = needsClusterAbove(city)
  return {
    ...{ city, demand: demandOf(city), limits: limitUses(city), needsClusterAbove: limit, machine: machineFor(city) },
    clusters:
      city.junctions <= limit
        ? {}
        : { 'every second': clusterFor(city, 'every second'), records: clusterFor(city, 'records') },
  }
}
