/**
 * @file Runs the unit tests that import what changed since `main`, or on `main` since the commit before: the nearest
 * first, for as many milliseconds as the first argument says. What was left out then is counted. The second argument is
 * the file of the JSON report. Vitest would transform all files of all projects first to find these tests.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import process from 'node:process'
import { BaseSequencer, createVitest } from 'vitest/node'
import { importersOf } from './lib/importers.mjs'
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

const linesOf = (text) => text.split('\n').filter(Boolean)
const unknown = linesOf(git('ls-files', '--others', '--exclude-standard'))
const changed = [...linesOf(git('diff', '--name-only', base())), ...unknown]
/** Files on which every test of their folder depends. */
const CONFIGURATIONS = ['package.json', 'package-lock.json', 'vite.config.ts', 'vitest.config.ts']
const configured = changed.filter((file) => CONFIGURATIONS.includes(basename(file))).map((file) => dirname(file))

/** Returns the changed files and all that import them. */
function reachedFiles() {
  const files = [...linesOf(git('ls-files')), ...unknown].filter((file) => existsSync(join(ROOT, file)))
  const read = (file) => readFileSync(join(ROOT, file), 'utf8')
  const sources = files.filter((file) => /\.(?:ts|tsx|mjs)$/.test(file)).map((file) => [file, read(file)])
  const packages = files
    .filter((file) => /^(?:apps|packages)\/[^/]+\/package\.json$/.test(file))
    .map((file) => [JSON.parse(read(file)).name, dirname(file)])
  return importersOf(changed, new Map(sources), new Map(packages))
}

const reached = reachedFiles()
const folders = new Set(changed.map((file) => dirname(file)))
const workspaces = new Set(changed.map((file) => file.split('/', 2).join('/')))

/** How far a test file is from the change: changed itself, in a folder with a change, in its package, elsewhere. */
function distanceOf(file) {
  if (changed.includes(file)) return 0
  if (folders.has(dirname(file))) return 1
  return workspaces.has(file.split('/', 2).join('/')) ? 2 : 3
}

/** Returns whether a test imports what changed, itself or by the setup of its project. */
function isReached({ moduleId, project }) {
  const files = [moduleId, ...project.config.setupFiles].map((file) => relative(ROOT, file))
  const isIn = (folder) => folder === '.' || files.some((file) => file.startsWith(`${folder}/`))
  return files.some((file) => reached.has(file)) || configured.some(isIn)
}

class NearestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => distanceOf(relative(ROOT, a.moduleId)) - distanceOf(relative(ROOT, b.moduleId)))
  }
}

const vitest = await createVitest('test', {
  watch: false,
  project: ['!cities', '!contract'],
  reporters: ['default', ['json', { outputFile: report }]],
  sequence: { sequencer: NearestFirst },
})
await vitest.standalone()
const chosen = (await vitest.globTestSpecifications()).filter(isReached)
// A change of a browser test or a document alone reaches no unit test.
if (chosen.length > 0) {
  const deadline = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), Number(milliseconds))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  clearTimeout(deadline)
  const withState = (state) => testModules.filter((file) => file.state() === state).length
  const leftOut = chosen.length - withState('passed') - withState('failed')
  if (leftOut > 0)
    say(
      `${leftOut} of the ${chosen.length} test files that the change reaches were left out: npm test -- unit runs all`,
    )
  // Vitest counts a run that was cut short as failed.
  process.exitCode = withState('failed') + unhandledErrors.length > 0 ? 1 : 0
}
await vitest.close()
