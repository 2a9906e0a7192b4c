import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { ROOT } from './root.mjs'
import { Stop } from './say.mjs'

/** The servers are TypeScript files that Node runs directly, and they use its SQLite; both need this version. */
export const NODE_MAJOR = 24

/**
 * Returns the path of a Node that is new enough: the one in the dependencies, or else the one that runs this script.
 * Always start it by this path: a shell may have looked up `node` before the dependencies were installed, and remember
 * that.
 */
export function findNode() {
  const bundled = bundledNode()
  if (existsSync(bundled) && (isThisNode(bundled) || runs(bundled))) return bundled
  if (majorOf(process.versions.node) >= NODE_MAJOR) return process.execPath
  throw new Stop(
    `Greenwave needs Node ${NODE_MAJOR} or newer; this is ${process.versions.node} (${process.execPath}).\n` +
      'On Linux (x64, arm64) and Windows (x64) one comes with the dependencies, unless they were installed without the\n' +
      'optional ones: run "npm ci --include=optional". Elsewhere install it from https://nodejs.org or with a version\n' +
      `manager ("nvm install ${NODE_MAJOR}"), then try again.`,
    2,
  )
}

/** Returns an environment in which `node` is the Node of this path, for programs that start it by name. */
export function environmentWith(node) {
  const separator = process.platform === 'win32' ? ';' : ':'
  const folders = [dirname(node), join(ROOT, 'node_modules', '.bin'), process.env.PATH ?? '']
  return { ...process.env, PATH: folders.join(separator) }
}

function bundledNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(ROOT, 'node_modules', `node-${system}-${process.arch}`, 'bin', file)
}

function isThisNode(path) {
  return realpathSync(path) === realpathSync(process.execPath)
}

/** Returns whether it starts on this machine (one built for another C library does not) and is new enough. */
function runs(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 && majorOf(stdout.replace(/^v/, '')) >= NODE_MAJOR
}

function majorOf(version) {
  return Number.parseInt(version, 10)
}
