/**
 * @file Runs the unit tests that import what changed since `main`, or on `main` since the commit before: the nearest
 * first, for as many milliseconds as the first argument says. What was left out then is counted. The second argument is
 * the file of the JSON report.
 */
import { execFileSync } from 'node:child_process'
import { dirname, relative } from 'node:path'
import process from 'node:process'
import { BaseSequencer, createVitest } from 'vitest/node'
import { ROOT } from './lib/root.mjs'
import { say } from './lib/say.mjs'

const [milliseconds, report] = process.argv.slice(2)

const git = (...args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Returns the commit that changes are counted from. */
function base() {
  const before = 'HEAD~1'
  try {
    const common = git('merge-base', 'main', 'HEAD')
    return common === git('rev-parse', 'HEAD') ? before : common
  } catch {
    return before
  }
}

const since = base()
const changed = [git('diff', '--name-only', since), git('ls-files', '--others', '--exclude-standard')]
  .flatMap((lines) => lines.split('\n'))
  .filter(Boolean)
const folders = new Set(changed.map((file) => dirname(file)))
const workspaces = new Set(changed.map((file) => file.split('/', 2).join('/')))

/** How far a test file is from the change: changed itself, in a folder with a change, in its package, elsewhere. */
function distanceOf(file) {
  if (changed.includes(file)) return 0
  if (folders.has(dirname(file))) return 1
  return workspaces.has(file.split('/', 2).join('/')) ? 2 : 3
}

let chosen = 0

class NearestFirst extends BaseSequencer {
  async sort(files) {
    chosen += files.length
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => distanceOf(relative(ROOT, a.moduleId)) - distanceOf(relative(ROOT, b.moduleId)))
  }
}

const vitest = await createVitest('test', {
  watch: false,
  changed: since,
  project: ['!cities', '!contract'],
  passWithNoTests: true,
  reporters: ['default', ['json', { outputFile: report }]],
  sequence: { sequencer: NearestFirst },
})
const deadline = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), Number(milliseconds))
const { testModules, unhandledErrors } = await vitest.start()
clearTimeout(deadline)
await vitest.close()
const withState = (state) => testModules.filter((file) => file.state() === state).length
const leftOut = chosen - withState('passed') - withState('failed')
if (leftOut > 0)
  say(`${leftOut} of the ${chosen} test files that the change reaches were left out: npm test -- unit runs all`)
// Vitest counts a run that was cut short as failed.
process.exitCode = withState('failed') + unhandledErrors.length > 0 ? 1 : 0
