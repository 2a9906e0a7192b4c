import { clusterFor, monthlyPrice, type Stored } from '@greenwave/platform/cli/sizing/cluster'
import { COSTS, type Cost, MEASURED } from '@greenwave/platform/cli/sizing/costs'
import type { Sizing } from '@greenwave/platform/cli/sizing/sizeLines'
import { percent, whole } from '@greenwave/platform/cli/sizing/sizeLines'
import { sizingOf } from '@greenwave/platform/cli/sizing/sizingOf'
import { CHECKED_CITIES, COST_CITIES, type MeasuredCity, nameOfCity } from '../tools/measuredCities.ts'
import { predictionsOf } from './predictions.ts'

/** The cities of the page, by their junctions; and the one on paper, which has more consoles. */
const CITIES = [500, 1000, 2000, 3000, 5000, 7500, 10_000]
const ON_PAPER = 50_000
const CITY = { consoles: 10, onScreen: 20, lampDays: 7, recordDays: 400 }
const PAPER_CITY = { ...CITY, junctions: ON_PAPER, consoles: 100 }

/** Returns the tables of docs/sizing.md as Markdown, by the name of their place on the page. */
export function pageTables(): Readonly<Record<string, string>> {
  const paper = sizingOf(PAPER_CITY)
  return {
    costs: table(
      ['of', 'cost', 'measured by'],
      Object.values(MEASURED).map((cost) => [cost.of, shown(cost), cost.from]),
    ),
    cities: table(
      ['junctions', 'platform', 'watchers, each', 'machine', 'fullest limit'],
      CITIES.map((junctions) => cityRow(sizingOf({ ...CITY, junctions }))),
    ),
    limits: table(
      ['limit', 'is', 'full at, junctions', 'then'],
      sizingOf({ ...CITY, junctions: 5000, watchers: 1 })
        .limits.toSorted((a, b) => a.fullAt - b.fullAt)
        .map(({ what, limit, unit, fullAt, mend }) => [
          ...[what, unit === 'of a core' ? `${percent(limit)} of a core` : `${whole(limit)} ${unit}`.trim()],
          ...[whole(fullAt), mend],
        ]),
    ),
    checked: table(
      ['city', 'figure', 'predicted', 'measured', 'error'],
      [
        ...checkedRows('sizing', COST_CITIES.alone),
        ...CHECKED_CITIES.flatMap((city) => checkedRows('sizingCheck', city)),
      ],
    ),
    paper: [
      `${whole(ON_PAPER)} controllers send ${whole(ON_PAPER)} messages and ${whole(ON_PAPER * 15)} values a second. ${paper.city.watchers} shares of the watcher, as measured in front of Greenwave's own platform: each ${percent(paper.demand.watcherCore)} of a core and ${whole(paper.demand.watcherLaterMb)} MB for ${whole(ON_PAPER / paper.city.watchers)} junctions.`,
      clusterTable('every second'),
      clusterTable('records'),
    ].join('\n\n'),
  }

  function clusterTable(stored: Stored): string {
    const parts = clusterFor(paper.city, stored)
    return [
      stored === 'every second' ? '### Every second stored' : '### Only records stored',
      table(
        ['part', 'count', 'USD a month', 'because', ''],
        [
          ...parts.map(({ part, count, price, because, isGuess }) => [
            ...[part, whole(count), whole(count * price), because, isGuess ? 'guess' : 'scaled'],
          ]),
          ['all', '', whole(monthlyPrice(parts)), '', ''],
        ],
      ),
    ].join('\n\n')
  }
}

function cityRow({ city, demand, machine, limits, needsClusterAbove }: Sizing): readonly string[] {
  const [fullest] = limits
  const share = fullest ? `${fullest.what}, ${percent(fullest.used / fullest.limit)}` : ''
  return [
    whole(city.junctions),
    `${percent(demand.platformCore)} of a core, ${whole(demand.platformMb)} MB`,
    `${city.watchers} × ${percent(demand.watcherCore)} of a core, ${whole(demand.watcherLaterMb)} MB`,
    city.junctions <= needsClusterAbove
      ? `${machine.cores} cores, ${machine.memoryGb} GB, disk ${whole(machine.diskGb)} GB`
      : 'a cluster',
    share,
  ]
}

function checkedRows(benchmark: string, city: MeasuredCity): readonly (readonly string[])[] {
  const name = nameOfCity(city)
  const rows = predictionsOf(benchmark, city, COSTS).map(({ what, unit, predicted, measured, error }) => [
    ...[name, what, `${amount(predicted)} ${unit}`, `${amount(measured)} ${unit}`, signed(error)],
  ])
  return rows.length > 0 ? rows : [[name, 'not measured yet', '', '', '']]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function shown({ value, unit }: Cost): string {
  if (unit === 'MB') return value < 0.5 ? `${amount(value * 1000)} kB` : `${amount(value)} MB`
  if (unit === 's of a core') return `${amount(value * 1e6)} µs of a core`
  return value < 0.001 ? `${amount(value * 1e6)} µs of a core a second` : `${amount(value * 100)} % of a core`
}

function amount(value: number): string {
  return value >= 100 ? whole(value) : String(Number(value.toPrecision(2)))
}

function signed(share: number): string {
  const percents = Math.round(share * 100) || 0
  return `${percents > 0 ? '+' : ''}${percents} %`
}
