/** @file Kills of a city's watcher and platform, at moments that are the same in each run. */
import fc from 'fast-check'
import type { ProgramProcess } from './programProcess.ts'
import type { WatchedCity } from './watchedCity.ts'

/** What is killed. */
type Killed = 'watcher' | 'platform' | 'both'

/** Junctions that stay in the city. */
export const STAYING = ['TLC-0', 'TLC-1', 'TLC-2'] as const

/** A kill of a round. The moment is in seconds after what the round began with; the platform's own seconds are counted. */
export const anyKill = {
  name: fc.constantFrom(...STAYING),
  killed: fc.constantFrom<Killed>('watcher', 'platform', 'both'),
  moment: fc.integer({ min: 0, max: 16 }),
}

/** Returns the same rounds each time, so that one that fails can be repeated. */
export function sameRounds<Round>(round: fc.Arbitrary<Round>, numRuns: number): readonly Round[] {
  return fc.sample(round, { numRuns, seed: 20_261_122 })
}

/** A city whose watcher and platform are killed and started again. */
export interface Kills {
  readonly watcher: ProgramProcess
  kill(killed: Killed): Promise<void>
  /** Lets seconds pass on the platform: a junction besides the named one goes on to show its lamps there. */
  letPass(seconds: number, besides: string): Promise<void>
}

/** Starts the watcher of a city that is killed. Resolves when it has judged all junctions. */
export async function startKills(city: WatchedCity): Promise<Kills> {
  let watcher = city.watch()
  await city.untilJudged()
  return {
    get watcher() {
      return watcher
    },
    async kill(killed) {
      if (killed !== 'platform') await watcher.end('SIGKILL')
      if (killed !== 'watcher') await city.killPlatform()
      if (killed !== 'platform') watcher = city.watch()
    },
    letPass: (seconds, besides) => city.untilSecondsLater(STAYING.find((name) => name !== besides) ?? '', seconds),
  }
}
