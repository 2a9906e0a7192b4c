import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROUNDS_VARIABLE } from '@greenwave/harness/rounds'
import { none, type Soak, type SoakResult } from '../scene/soakRow.ts'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

const WATCHED_KILLS = ['apps/watcher/src/city/kills.test.ts', 'apps/watcher/src/city/killsAmidChanges.test.ts']

/** Kills the watcher, the platform and both, 30 times, while junctions have faults: a quarter of an hour. */
export const watchedKills: Soak = () => roundsOf(WATCHED_KILLS)

/**
 * Runs all rounds of the other tests that run only a few under `npm test`: kills and restarts, arbitrary bytes,
 * aggregations. Takes as long as they need, whatever number of seconds is given.
 */
export const allRounds: Soak = () =>
  roundsOf(
    globSync('{apps,packages}/*/src/**/*.test.ts', { cwd: ROOT }).filter(
      (file) =>
        !WATCHED_KILLS.includes(file) && readFileSync(`${ROOT}/${file}`, 'utf8').includes('@greenwave/harness/rounds'),
    ),
  )

async function roundsOf(files: readonly string[]): Promise<SoakResult> {
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
  const folder = mkdtempSync(join(tmpdir(), 'greenwave-soak-'))
  try {
    const file = join(folder, 'report.json')
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const child = spawn(process.execPath, [vitest, 'run', ...reporters, '--testTimeout=600000', ...files], {
      cwd: ROOT,
      env: { ...process.env, [ROUNDS_VARIABLE]: 'all' },
      stdio: 'inherit',
    })
    await once(child, 'close')
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'))
    return {
      counts: { files: files.length, tests: report.numTotalTests },
      held: [none('tests that go all of their rounds pass', 'failed', report.numTotalTests - report.numPassedTests)],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The part of vitest's JSON report that is read. */
interface VitestReport {
  readonly numTotalTests: number
  readonly numPassedTests: number
}
