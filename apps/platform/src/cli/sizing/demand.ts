import { COSTS, type Costs } from './costs.ts'

/** A city that is to be carried. Each of its controllers sends a message of 15 values a second. */
export interface City {
  readonly junctions: number
  /** Consoles that are open at a time. */
  readonly consoles: number
  /** Junctions whose lamps each console shows. */
  readonly onScreen: number
  /** Shares of the watcher, each a process; 0 where nobody watches. */
  readonly watchers: number
  /** Days for which lamps are kept second by second, and records. */
  readonly lampDays: number
  readonly recordDays: number
}

/** What a city needs. */
export interface Demand {
  readonly messagesPerSecond: number
  readonly framesPerSecond: number
  /** Shares of a core. */
  readonly platformCore: number
  readonly watcherCore: number
  /** Megabytes of memory; of the watcher each, in its first minute and later. */
  readonly platformMb: number
  readonly watcherMb: number
  readonly watcherLaterMb: number
  /** Megabytes of the budgets of docs/limits.md. */
  readonly latestValuesMb: number
  readonly subscriptionsMb: number
  /** Gigabytes of the data folder when all is kept for as long as it is to be. */
  readonly diskGb: number
}

/** Entity queries of a console a second: the most that it asks when something changes all the time. */
const QUERIES_OF_CONSOLE = 1

/** Returns what a city needs of a platform and of each of its watchers. */
export function demandOf(city: City, costs: Costs = COSTS): Demand {
  const { junctions, consoles, onScreen, watchers, lampDays, recordDays } = city
  const shown = consoles * Math.min(onScreen, junctions)
  const watched = watchers > 0 ? junctions : 0
  const judged = watched / Math.max(1, watchers)
  const watcherMb = costs.watcherMb + judged * costs.judgedMb
  return {
    messagesPerSecond: junctions,
    // A watcher is a console that shows everything.
    framesPerSecond: watched + shown,
    platformCore:
      costs.platformCore +
      junctions * costs.messageCore +
      watched * costs.watchedCore +
      shown * costs.frameCore +
      consoles * QUERIES_OF_CONSOLE * costs.queryCore,
    watcherCore: costs.watcherCore + judged * costs.judgedCore,
    platformMb: costs.platformMb + junctions * costs.controllerMb + watched * costs.watchedMb + shown * costs.shownMb,
    watcherMb,
    watcherLaterMb: watcherMb + judged * costs.judgedLaterMb,
    latestValuesMb: junctions * costs.latestValuesMb,
    subscriptionsMb: watched * costs.subscriptionsMb,
    diskGb: (junctions * (lampDays * costs.lampsDayMb + recordDays * costs.recordsDayMb)) / 1000,
  }
}
