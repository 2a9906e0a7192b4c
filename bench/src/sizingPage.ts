/**
 * @file `node bench/src/sizingPage.ts`: writes what bench/results says of costs into apps/platform/src/cli/sizing/costs.json,
 * and the tables that follow into docs/sizing.md, between their marks.
 */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { COSTS_FILE, costsText, PAGE, pageText } from './sizing/page.ts'

if (process.argv[2] === '--page') {
  writeFileSync(PAGE, pageText())
} else {
  writeFileSync(COSTS_FILE, costsText())
  // The model reads its costs when it is loaded.
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--page'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
