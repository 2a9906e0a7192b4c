/**
 * @file `npm run bench [-- name ...]`: runs all benchmarks or the named ones, prints tables, and stores the figures in
 * bench/results.
 */

import { bundle } from './rows/bundle.ts'
import { deviceLists } from './rows/deviceLists.ts'
import { growth } from './rows/growth.ts'
import { ingest } from './rows/ingest.ts'
import { lighthouse } from './rows/lighthouse.ts'
import { liveFrames } from './rows/liveFrames.ts'
import { smoothness } from './rows/smoothness.ts'
import { start } from './rows/start.ts'
import { printRows, type Row, saveRows } from './tools/report.ts'

const benchmarks: Record<string, () => Promise<Row[]>> = {
  bundle,
  lighthouse,
  smoothness,
  start,
  deviceLists,
  liveFrames,
  ingest,
  growth,
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
