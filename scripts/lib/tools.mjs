import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { ROOT } from './root.mjs'
import { say } from './say.mjs'
import { runStep } from './step.mjs'

/** Returns the path of a program on the search path; undefined when there is none. */
export function findProgram(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {
      // Not here: look in the next folder.
    }
  }
  return undefined
}

/** Installs packages of Debian or Ubuntu if this account may; returns whether they were installed. */
async function aptInstall(...packages) {
  const mayInstall = process.getuid?.() === 0 && findProgram('apt-get') !== undefined
  if (!mayInstall) return false
  say(`Installing ${packages.join(', ')} (apt-get) ...`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 2, 2] }
  await runStep('apt-get', ['update', '-qq'], options)
  return (await runStep('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)) === 0
}

/** Installs mosquitto_pub and mosquitto_sub if they are missing; tests use them as controllers. */
export async function ensureMosquittoClients() {
  if (findProgram('mosquitto_pub') || (await aptInstall('mosquitto-clients'))) return
  say('mosquitto_pub is missing, so the tests that use it will fail: install the package mosquitto-clients.')
}

/** Installs a browser for Playwright if there is none. */
export async function ensureBrowser(node) {
  if (findProgram('chromium-headless-shell')) return
  // The tests take twice as long with the complete browser, so the headless one is installed too where the package
  // exists.
  const hasWhole = findProgram('chromium') !== undefined
  if (isDebian() && (!hasWhole || knowsPackage('chromium-headless-shell'))) {
    if (await aptInstall('chromium-headless-shell')) return
  }
  if (hasWhole || existsSync(playwrightBrowser(node))) return
  // Ubuntu's package "chromium" only refers to a snap, which needs a running system. Older Debians lack the headless
  // package.
  if (isDebian() && (await aptInstall('chromium'))) return
  say('Installing a browser (playwright) ...')
  const cli = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js')
  const withSystemLibraries = process.getuid?.() === 0 && findProgram('apt-get') ? ['--with-deps'] : []
  const code = await runStep(node, [cli, 'install', ...withSystemLibraries, 'chromium'], { stdio: ['ignore', 2, 2] })
  if (code !== 0) say('No browser could be installed, so the browser tests will fail: install the package chromium.')
}

/** Returns whether the local package lists contain a package. */
function knowsPackage(name) {
  return spawnSync('apt-cache', ['show', '--quiet', name], { stdio: 'ignore' }).status === 0
}

function isDebian() {
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

/** Returns where Playwright keeps the browser that it downloads. */
function playwrightBrowser(node) {
  const ask = "process.stdout.write(require('@playwright/test').chromium.executablePath())"
  return spawnSync(node, ['-e', ask], { cwd: join(ROOT, 'e2e'), encoding: 'utf8' }).stdout
}
