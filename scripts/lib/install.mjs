import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { ROOT } from './root.mjs'
import { Stop, say } from './say.mjs'
import { runStep } from './step.mjs'

/** Installs the dependencies if they are missing or differ from package-lock.json. */
export async function ensureInstalled() {
  const problem = installProblem(readJson('package-lock.json'), readJson('node_modules/.package-lock.json'))
  if (problem === undefined) return
  say(`${problem}: installing (npm ci) ...`)
  const [command, args] = npmCommand()
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // npm must not run with the node in node_modules, which npm ci deletes first.
  const env = { ...process.env, PATH: outerPath(), NODE_ENV: '' }
  const code = await runStep(command, [...args, ...options], { env, stdio: ['ignore', 2, 2] }).catch((error) => {
    throw error instanceof Stop ? error : new Stop(`npm cannot be run (${error.message}): install it, then try again.`)
  })
  if (code !== 0) throw new Stop('The dependencies could not be installed: npm says above why.')
}

/**
 * Returns how the installed packages differ from the lock file; undefined when they do not. npm's own record of the
 * installed packages omits those that this machine does not need.
 * @param {{ packages: Record<string, any> }} wanted package-lock.json
 * @param {{ packages: Record<string, any> } | undefined} installed node_modules/.package-lock.json
 */
export function installProblem(wanted, installed) {
  if (installed === undefined) return 'The dependencies are not installed'
  for (const [path, entry] of Object.entries(wanted.packages)) {
    if (!path.includes('node_modules/') || entry.extraneous) continue
    const there = installed.packages[path]
    if (there === undefined && (entry.optional || entry.peer || entry.devOptional)) continue
    const same = there !== undefined && (entry.link ? there.link : there.version === entry.version)
    if (!same) return `${path.replace(/^node_modules\//, '')} is not as package-lock.json wants it`
  }
  return undefined
}

function readJson(path) {
  const file = join(ROOT, path)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Returns the search path without folders of installed packages. */
export function outerPath() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.includes('node_modules')).join(delimiter)
}

/** Returns how npm is run. @returns {[command: string, args: string[]]} */
function npmCommand() {
  // Within `npm start` this is the npm that was called; its file is a script for any node.
  const script = process.env.npm_execpath
  if (script?.endsWith('.js')) return ['node', [script]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []]
}
