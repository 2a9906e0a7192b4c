/**
 * @file `npm run audit`: asks npm's registry for known vulnerabilities of what is shipped. Exits with 1 for a high or
 * critical one. When the registry does not offer this, or cannot be reached, it says so and exits with 0, or with 2 if
 * `--strict` is given.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { ROOT } from './lib/root.mjs'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: ROOT, encoding: 'utf8' })
const counts = countsIn(stdout)
if (counts === undefined) {
  process.stderr.write('The registry that npm is set to does not tell of known weaknesses; nothing was checked.\n')
  process.exitCode = process.argv.includes('--strict') ? 2 : 0
} else {
  const counted = Object.entries(counts).map(([severity, count]) => `${severity} ${count}`)
  process.stdout.write(`Known weaknesses of what is shipped: ${counted.join(', ')}\n`)
  process.exitCode = counts.high + counts.critical > 0 ? 1 : 0
}

function countsIn(report) {
  try {
    return JSON.parse(report).metadata?.vulnerabilities
  } catch {
    return undefined
  }
}
