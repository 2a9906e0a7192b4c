import { LIMITS } from '../../limits/limits.ts'
import { type City, type Demand, demandOf } from './demand.ts'

/** How much of a limit a city uses. */
export interface LimitUse {
  readonly what: string
  readonly used: number
  readonly limit: number
  readonly unit: string
  /** The most junctions that keep within the limit when all else stays as it is. */
  readonly fullAt: number
  /** What to do when it is full; `move` where only a cluster helps. */
  readonly mend: string
  readonly needsCluster: boolean
}

/** Processes are planned to use this share of a core at most: the rest is for bursts, backups and reports. */
const CORE_AT_MOST = 0.8
/** Megabytes above which Node's flags of platform and watcher (nodeFlags.json) end the process, roughly. */
const PLATFORM_MB = 1000
const WATCHER_MB = 500
/** A watcher opens a live socket for so many junctions (apps/watcher/src/intake/liveIntake.ts). */
const JUNCTIONS_OF_SOCKET = 500
/** No city has more; where a limit is still kept, it is never full. */
const MOST_JUNCTIONS = 10_000_000

const MB = 1_000_000
const SHARES = 'more shares of the watcher (`watch --share`)'
const ACCOUNTS = 'an account of its own for each share of the watcher'

interface Limit extends Omit<LimitUse, 'used' | 'fullAt' | 'needsCluster'> {
  readonly needsCluster?: true
  readonly used: (demand: Demand, city: City) => number
}

const ALL_LIMITS: readonly Limit[] = [
  {
    ...{ what: 'processor of the platform', unit: 'of a core', limit: CORE_AT_MOST, mend: 'a cluster' },
    needsCluster: true,
    used: ({ platformCore }) => platformCore,
  },
  {
    ...{ what: 'memory of the platform', unit: 'MB', limit: PLATFORM_MB },
    mend: 'a larger `--max-old-space-size`',
    used: ({ platformMb }) => platformMb,
  },
  {
    ...{ what: 'processor of a watcher', unit: 'of a core', limit: CORE_AT_MOST, mend: SHARES },
    used: ({ watcherCore }) => watcherCore,
  },
  {
    ...{ what: 'memory of a watcher', unit: 'MB', limit: WATCHER_MB, mend: SHARES },
    used: ({ watcherLaterMb }) => watcherLaterMb,
  },
  {
    ...{ what: 'subscriptions of an account', unit: 'MB', mend: ACCOUNTS },
    limit: LIMITS.subscriptionBytesOfUser.value / MB,
    used: ({ subscriptionsMb }) => subscriptionsMb,
  },
  {
    ...{ what: 'live sockets of an account', unit: '', mend: ACCOUNTS, limit: LIMITS.socketsOfUser.value },
    used: (_, { junctions }) => Math.ceil(junctions / JUNCTIONS_OF_SOCKET),
  },
  {
    ...{ what: 'latest values', unit: 'MB', limit: LIMITS.valueBytes.value / MB, mend: 'a cluster' },
    needsCluster: true,
    used: ({ latestValuesMb }) => latestValuesMb,
  },
  {
    ...{ what: 'connections of controllers', unit: '', limit: LIMITS.deviceConnections.value, mend: 'a cluster' },
    needsCluster: true,
    used: (_, { junctions }) => junctions,
  },
  {
    ...{ what: 'live sockets', unit: '', limit: LIMITS.liveSockets.value, mend: 'a cluster' },
    needsCluster: true,
    used: (_, { junctions, consoles }) => consoles + Math.ceil(junctions / JUNCTIONS_OF_SOCKET),
  },
]

/** Returns how much of each limit of one platform a city uses, the fullest first. */
export function limitUses(city: City): readonly LimitUse[] {
  return ALL_LIMITS.map((limit) => ({
    ...{ what: limit.what, limit: limit.limit, unit: limit.unit, mend: limit.mend },
    needsCluster: limit.needsCluster === true,
    used: limit.used(demandOf(city), city),
    fullAt: mostJunctions(city, limit),
  })).toSorted((a, b) => b.used / b.limit - a.used / a.limit)
}

/** Returns the number of junctions from which on a city, else as given, needs a cluster. */
export function needsClusterAbove(city: City): number {
  const uses = limitUses(city).filter(({ needsCluster }) => needsCluster)
  return Math.min(...uses.map(({ fullAt }) => fullAt))
}

/** What is used never falls with more junctions. */
function mostJunctions(city: City, { used, limit }: Limit): number {
  const fits = (junctions: number): boolean => {
    const larger = { ...city, junctions }
    return used(demandOf(larger), larger) <= limit
  }
  if (fits(MOST_JUNCTIONS)) return MOST_JUNCTIONS
  let most = 0
  let tooMany = MOST_JUNCTIONS
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2)
    if (fits(middle)) most = middle
    else tooMany = middle
  }
  return most
}
