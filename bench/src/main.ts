/**
 * @file `npm run bench [-- name ...]`: runs all benchmarks or the named ones, prints tables, and stores the figures in
 * bench/results.
 */

import { alarms } from './benchmarks/alarms.ts'
import { bundle } from './benchmarks/bundle.ts'
import { calendar } from './benchmarks/calendar.ts'
import { card } from './benchmarks/card.ts'
import { city } from './benchmarks/city.ts'
import { copy } from './benchmarks/copy.ts'
import { detection } from './benchmarks/detection.ts'
import { deviceLists } from './benchmarks/deviceLists.ts'
import { entityQueries } from './benchmarks/entityQueries.ts'
import { folding } from './benchmarks/folding.ts'
import { growth } from './benchmarks/growth.ts'
import { history } from './benchmarks/history.ts'
import { ingest } from './benchmarks/ingest.ts'
import { lighthouse } from './benchmarks/lighthouse.ts'
import { liveFrames } from './benchmarks/liveFrames.ts'
import { map } from './benchmarks/map.ts'
import { planner } from './benchmarks/planner.ts'
import { records } from './benchmarks/records.ts'
import { ribbon } from './benchmarks/ribbon.ts'
import { routes } from './benchmarks/routes.ts'
import { sizing, sizingCheck } from './benchmarks/sizing.ts'
import { smoothness } from './benchmarks/smoothness.ts'
import { start } from './benchmarks/start.ts'
import { tape } from './benchmarks/tape.ts'
import { routeModel, trafficModel } from './benchmarks/trafficModel.ts'
import { watcher } from './benchmarks/watcher.ts'
import { printRows, type Row, saveRows } from './tools/report.ts'

const benchmarks: Record<string, () => Promise<Row[]>> = {
  bundle,
  lighthouse,
  card,
  smoothness,
  map,
  start,
  deviceLists,
  copy,
  alarms,
  entityQueries,
  liveFrames,
  ingest,
  growth,
  records,
  ribbon,
  history,
  detection,
  tape,
  folding,
  watcher,
  city,
  calendar,
  sizing,
  sizingCheck,
  routes,
  planner,
  trafficModel,
  routeModel,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benchmarks))
if (unknown.length > 0) {
  process.stderr.write(`no such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}\n`)
  process.exitCode = 2
} else {
  for (const [name, run] of Object.entries(benchmarks)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    process.stdout.write(`\n${name}\n`)
    const rows = await run()
    printRows(rows)
    saveRows(name, rows)
  }
}
