import type { Costs } from '@greenwave/platform/cli/sizing/costs'
import { demandOf } from '@greenwave/platform/cli/sizing/demand'
import { type MeasuredCity, nameOfCity } from '../tools/measuredCities.ts'
import { findRow, numberOf } from './results.ts'

/** A figure of a measured city, beside what was predicted. */
export interface Prediction {
  readonly what: string
  readonly unit: string
  readonly predicted: number
  readonly measured: number
  /** How much more was predicted than measured, as a share of the measured. */
  readonly error: number
}

/** Returns what was predicted of a city; nothing if the benchmark has not measured it. */
export function predictionsOf(benchmark: string, city: MeasuredCity, costs: Costs): readonly Prediction[] {
  const demand = demandOf({ ...city, watchers: city.isWatched ? 1 : 0, lampDays: 0, recordDays: 0 }, costs)
  const row = findRow(benchmark, nameOfCity(city))
  if (!row) return []
  const compare = (what: string, unit: string, predicted: number, measured: number): Prediction => ({
    ...{ what, unit, predicted, measured, error: predicted / measured - 1 },
  })
  const percent = '% of a core'
  const ofPlatform = [
    compare('messages', 'messages/s', demand.messagesPerSecond, numberOf(row, ' messages/s')),
    compare('processor of the platform', percent, demand.platformCore * 100, numberOf(row, percent, 'platform')),
    compare('memory of the platform', 'MB', demand.platformMb, numberOf(row, 'MB', 'platform')),
  ]
  if (!city.isWatched) return ofPlatform
  return [
    ...ofPlatform,
    compare('frames', 'frames/s', demand.framesPerSecond, numberOf(row, ' frames/s')),
    compare('processor of the watcher', percent, demand.watcherCore * 100, numberOf(row, percent, 'watcher')),
    compare('memory of the watcher', 'MB', demand.watcherMb, numberOf(row, 'MB', 'watcher')),
    compare('latest values', 'MB', demand.latestValuesMb, numberOf(row, 'MB', 'latest values')),
    compare('subscriptions', 'MB', demand.subscriptionsMb, numberOf(row, 'MB', 'subscriptions')),
  ]
}
