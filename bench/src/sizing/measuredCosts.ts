import type { Cost, CostName } from '@greenwave/platform/cli/sizing/costs'
import { COST_CITIES, nameOfCity } from '../tools/measuredCities.ts'
import { numberOf, type ResultRow, resultRow } from './results.ts'

const CORE = '% of a core'
const MB = 'MB'

/**
 * Returns the costs that follow from bench/results: differences between two rows, divided by what one has more of. A
 * share of a core is seconds of processor in a second.
 */
export function measuredCosts(): Readonly<Record<CostName, Cost>> {
  const few = resultRow('ingest', '1000 controllers')
  const many = resultRow('ingest', '5000 controllers, 1 message/s, acknowledged')
  const [alone, watched, shown] = [COST_CITIES.alone, COST_CITIES.watched, COST_CITIES.shown].map((city) =>
    resultRow('sizing', nameOfCity(city)),
  ) as [ResultRow, ResultRow, ResultRow]
  const firstMinute = resultRow('watcher', '5000 controllers, 1 message/s: the first minute')
  const later = resultRow(
    'watcher',
    '5000 controllers, 1 message/s: then, while the waves of 1000 corridors are judged',
  )
  const records = resultRow('history', 'records of a controller and day')
  const lamps = resultRow('history', 'raw seconds of a controller and day')
  const query = resultRow('entityQueries', 'first 20 of 10,000 devices by severity')

  const core = (row: ResultRow, of = ''): number => numberOf(row, CORE, of) / 100
  const mb = (row: ResultRow, of = ''): number => numberOf(row, MB, of)
  const { junctions } = COST_CITIES.watched
  const onScreens = COST_CITIES.shown.consoles * COST_CITIES.shown.onScreen
  const messageCore = line([1000, core(few)], [5000, core(many)])
  const controllerMb = line([1000, mb(few)], [5000, mb(many)])
  const judgedCore = line([junctions, core(watched, 'watcher')], [5000, core(firstMinute)])
  const judgedMb = line([junctions, mb(watched, 'watcher')], [5000, mb(firstMinute)])
  const more = (of: (row: ResultRow, part: string) => number, before: ResultRow, after: ResultRow): number =>
    Math.max(0, of(after, 'platform') - of(before, 'platform'))

  return {
    platformCore: cost(messageCore.base, 'of a core', 'a platform without controllers', few, many),
    messageCore: cost(messageCore.each, 's of a core', 'a message', few, many),
    watchedCore: cost(more(core, alone, watched) / junctions, 'of a core', 'a watched junction', alone, watched),
    frameCore: cost(more(core, watched, shown) / onScreens, 's of a core', 'a frame to a console', watched, shown),
    queryCore: cost(numberOf(query, ',', 'p50') / 1000, 's of a core', 'a query of a console, at most', query),
    platformMb: cost(controllerMb.base, 'MB', 'a platform without controllers', few, many),
    controllerMb: cost(controllerMb.each, 'MB', 'a controller', few, many),
    watchedMb: cost(more(mb, alone, watched) / junctions, 'MB', 'a watched junction, in the platform', alone, watched),
    shownMb: cost(more(mb, watched, shown) / onScreens, 'MB', 'a junction on a console', watched, shown),
    watcherCore: cost(judgedCore.base, 'of a core', 'a watcher without junctions', watched, firstMinute),
    judgedCore: cost(judgedCore.each, 'of a core', 'a watched junction, in the watcher', watched, firstMinute),
    watcherMb: cost(judgedMb.base, 'MB', 'a watcher without junctions', watched, firstMinute),
    judgedMb: cost(judgedMb.each, 'MB', 'a watched junction, in the watcher', watched, firstMinute),
    judgedLaterMb: cost(
      Math.max(0, mb(later) - mb(firstMinute)) / 5000,
      ...(['MB', 'the same, what is added later, with each junction in a corridor', firstMinute, later] as const),
    ),
    latestValuesMb: cost(mb(watched, 'latest values') / junctions, 'MB', 'the latest values of a junction', watched),
    subscriptionsMb: cost(mb(watched, 'subscriptions') / junctions, 'MB', 'the subscriptions to a junction', watched),
    lampsDayMb: cost(mb(lamps), 'MB', 'a day of lamps, 86,400 messages, on the disk', lamps),
    recordsDayMb: cost(mb(records), 'MB', 'a day of records, on the disk', records),
  }
}

/** Returns the line through two points. It does not begin below zero: then it goes through zero and the larger point. */
function line(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): { base: number; each: number } {
  const each = (y2 - y1) / (x2 - x1)
  const base = y1 - each * x1
  return base < 0 ? { base: 0, each: y2 / x2 } : { base, each: Math.max(0, each) }
}

function cost(value: number, unit: string, of: string, ...rows: readonly ResultRow[]): Cost {
  const from = rows.map(({ benchmark, name }) => `${benchmark}: ${name}`).join('; ')
  return { value: Number(value.toPrecision(3)), unit, of, from }
}
