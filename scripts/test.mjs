/**
 * @file `npm test`, also in a fresh clone: installs what is missing, then runs all checks and tests, the quickest
 * first. Ends with a list of the tests that failed or passed only at the second try, and the line `N passed, N failed`
 * over all of them; each check counts as one. With stages as arguments, only those run: `npm test -- lint unit`.
 * `npm test -- quick` is an answer for daily work, within 90 s.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { ensureConsoleBuilt } from './lib/consoleBuild.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { environmentWith, findNode } from './lib/node24.mjs'
import { playwrightCounts, sumCounts, vitestCounts } from './lib/results.mjs'
import { ROOT } from './lib/root.mjs'
import { runMain, Stop, say } from './lib/say.mjs'
import { runStep } from './lib/step.mjs'
import { ensureBrowser, ensurePrograms } from './lib/tools.mjs'

const MODULES = join(ROOT, 'node_modules')
const CACHE = join(ROOT, '.cache')

const CORES = availableParallelism()
/**
 * The unit tests, as runs of Vitest beside one another, so that one waits while another computes: the console computes,
 * the rooms of the servers wait half of their time for disks, and whole systems and cities wait for processes and the street.
 */
const UNIT_RUNS = [
  ['--project=@greenwave/console*', `--maxWorkers=${CORES}`],
  [
    '--project=!cities',
    '--project=!systems',
    '--project=!@greenwave/console*',
    `--maxWorkers=${Math.ceil(CORES * 1.5)}`,
  ],
  ['--project=cities', '--project=systems', '--maxWorkers=10'],
]

/** Runs a program of the dependencies with the right Node. Resolves with its exit code. */
function tool(node, file, ...args) {
  return runStep(node, [join(MODULES, file), ...args], { env: environmentWith(node) })
}

/** Returns a stage whose steps pass or fail together. */
function check(...steps) {
  return async (node) => {
    let failed = false
    for (const [file, ...args] of steps) failed = (await tool(node, file, ...args)) !== 0 || failed
    return failed ? { passed: 0, failed: 1, troubles: [] } : { passed: 1, failed: 0, troubles: [] }
  }
}

/** Runs Vitest once for each list of arguments, side by side. Resolves with how many tests passed and failed. */
async function unitTests(node, runs) {
  const counts = runs.map(async (chosen, nth) => {
    const report = freshReport(`vitest-${nth}.json`)
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const code = await tool(node, 'vitest/vitest.mjs', 'run', ...chosen, ...reporters)
    return vitestCounts(readReport(report), code)
  })
  return sumCounts(await Promise.all(counts))
}

/** The stages; each resolves with how many passed and failed. */
const STAGES = {
  format: check(['@biomejs/biome/bin/biome', 'format', '.']),
  lint: check(
    ['@biomejs/biome/bin/biome', 'lint', '.', '--error-on-warnings'],
    ['oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
    ['../scripts/roomsPage.mjs', '--check'],
    ['../scripts/runbookPage.mjs', '--check'],
  ),
  types: check(['typescript/bin/tsc', '-b']),
  unused: check(['knip/bin/knip.js']),
  dependencies: check(['../scripts/dependencies.mjs']),
  rules: check(['../scripts/traceability.mjs', '--check']),
  async unit(node) {
    await ensurePrograms('mosquitto_pub', 'nginx', 'systemd-analyze')
    return unitTests(node, UNIT_RUNS)
  },
  async browser(node) {
    await ensurePrograms('mosquitto_pub')
    await ensureBrowser(node)
    await ensureConsoleBuilt(node)
    // e2e/playwright.config.ts names this file.
    const report = join(ROOT, 'test-results', 'e2e.json')
    rmSync(report, { force: true })
    const code = await tool(node, '@playwright/test/cli.js', 'test', '-c', 'e2e')
    return playwrightCounts(readReport(report), code)
  },
}

/** Milliseconds after the start at which `quick` starts no more tests; those that run then end within its 90 s. */
const QUICK_TESTS_UNTIL = 75_000

/** Stages that run only by name. */
const BY_NAME = {
  /** Biome's rules and those of oxlint that need no types. */
  fastLint: check(
    ['@biomejs/biome/bin/biome', 'lint', '.', '--error-on-warnings'],
    ['oxlint/bin/oxlint', '--deny-warnings'],
    ['../scripts/roomsPage.mjs', '--check'],
  ),
  /** The unit tests that import what changed, the nearest first, as many as fit into the time. */
  async near(node) {
    const report = freshReport('vitest-near.json')
    const left = Math.max(20_000, QUICK_TESTS_UNTIL - performance.now())
    const code = await tool(node, '../scripts/nearTests.mjs', left, report)
    return vitestCounts(readReport(report), code)
  },
}
const SETS = { quick: ['format', 'fastLint', 'types', 'near'] }

function freshReport(name) {
  const path = join(CACHE, name)
  mkdirSync(CACHE, { recursive: true })
  rmSync(path, { force: true })
  return path
}

/** Returns a report, or undefined when the runner did not write one. */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Counts a stage that could not be run as one failure, so that the next one runs; a Ctrl-C ends all. */
function asFailure(error) {
  if (error instanceof Stop) throw error
  say(error.stack ?? String(error))
  return { passed: 0, failed: 1, troubles: [] }
}

await runMain(async () => {
  const known = { ...STAGES, ...BY_NAME }
  const names = process.argv.slice(2).flatMap((name) => SETS[name] ?? name)
  const unknown = names.find((name) => !Object.hasOwn(known, name))
  if (unknown) {
    const all = [...Object.keys(SETS), ...Object.keys(known)]
    throw new Stop(`There is no stage "${unknown}": the stages are ${all.join(', ')}.`, 2)
  }
  await ensureInstalled()
  const node = findNode()
  const all = []
  for (const name of names.length > 0 ? names : Object.keys(STAGES)) {
    const stage = known[name]
    say(`\n--- ${name}`)
    const startedAt = performance.now()
    const counts = await stage(node).catch(asFailure)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    say(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${seconds} s`)
    all.push(counts)
  }
  const { passed, failed, troubles } = sumCounts(all)
  if (troubles.length > 0) say(`\n${troubles.join('\n')}`)
  process.exitCode = failed === 0 ? 0 : 1
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
})
