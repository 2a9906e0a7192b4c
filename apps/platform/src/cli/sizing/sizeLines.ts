/** What is said of the size of a city, in words. */
import { counted } from '@greenwave/contract/counted'
import { tableLines } from '../tables/tableLines.ts'
import type { ClusterPart, Stored } from './cluster.ts'
import { monthlyPrice } from './cluster.ts'
import type { City, Demand } from './demand.ts'
import type { LimitUse } from './limitUses.ts'
import type { Machine } from './machine.ts'

/** A city and all that is predicted of it. */
export interface Sizing {
  readonly city: City
  readonly demand: Demand
  readonly limits: readonly LimitUse[]
  readonly needsClusterAbove: number
  readonly machine: Machine
  /** By what is stored of the lamps; empty where one machine carries the city. */
  readonly clusters: Readonly<Partial<Record<Stored, readonly ClusterPart[]>>>
}

/** Returns the lines of a sizing as text. */
export function sizeLines({ city, demand, limits, needsClusterAbove, machine, clusters }: Sizing): readonly string[] {
  const full = limits.filter(({ used, limit }) => used > limit)
  const isCarried = full.every(({ needsCluster }) => !needsCluster)
  const mends = [...new Set(full.map(({ mend }) => mend))]
  const [next] = limits
  return [
    `${junctions(city.junctions)}, a message a second each: ${whole(demand.framesPerSecond)} frames/s to the watcher and ${counted(city.consoles, 'console', 'consoles')} of ${junctions(city.onScreen)}`,
    '',
    ...tableLines([
      ['', 'used', 'limit', 'full at, junctions'],
      ...limits.map((use) => [use.what, ...amounts(use), whole(use.fullAt)]),
    ]),
    '',
    ...(isCarried
      ? [
          `One machine carries it${mends.length > 0 ? ` with ${mends.join(', and ')}` : ''}. The next limit is the ${next?.what ?? ''}, at ${junctions(next?.fullAt ?? 0)}; a cluster is needed above ${whole(needsClusterAbove)}.`,
          `Machine: ${counted(machine.cores, 'core', 'cores')}, ${machine.memoryGb} GB of memory, ${whole(machine.diskGb)} GB of disk for ${counted(city.lampDays, 'day', 'days')} of lamps and ${counted(city.recordDays, 'day', 'days')} of records; each backup that is kept takes as much again.`,
        ]
      : [
          `One machine does not carry it: above ${junctions(needsClusterAbove)} a cluster is needed (deploy/moving.md).`,
        ]),
    ...Object.entries(clusters).flatMap(([stored, parts]) => ['', ...clusterLines(stored, parts)]),
  ]
}

function clusterLines(stored: string, parts: readonly ClusterPart[]): readonly string[] {
  return [
    `A ThingsBoard cluster that stores ${stored}, in proportion to what ThingsBoard publishes (docs/sizing.md):`,
    ...tableLines([
      ['part', 'count', '$ a month', ''],
      ...parts.map(({ part, count, price, isGuess }) => [
        part,
        whole(count),
        whole(count * price),
        isGuess ? 'guess' : '',
      ]),
      ['all', '', whole(monthlyPrice(parts)), ''],
    ]),
  ]
}

function amounts({ used, limit, unit }: LimitUse): readonly string[] {
  if (unit === 'of a core') return [percent(used), percent(limit)]
  return [used, limit].map((amount) => [whole(amount), unit].filter(Boolean).join(' '))
}

/** Returns a share of a core as text. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

const junctions = (count: number): string => counted(Math.round(count), 'junction', 'junctions', whole(count))

/** Returns a number without decimals, with commas between thousands. */
export function whole(amount: number): string {
  return Math.round(amount).toLocaleString('en')
}
