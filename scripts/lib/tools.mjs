import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { ROOT } from './root.mjs'
import { say } from './say.mjs'
import { runStep } from './step.mjs'

/** Where Debian has programs of administrators; the search path of other users lacks it. */
const SBIN = '/usr/sbin'

/** Returns the path of a program on the search path; undefined when there is none. */
export function findProgram(name) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), SBIN]) {
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
  // Services that come with a package are not started.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' }
  const options = { env, stdio: ['ignore', 2, 2] }
  await runStep('apt-get', ['update', '-qq'], options)
  return (await runStep('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)) === 0
}

/** Programs that tests use: as controllers, and to try what is in deploy/. Each with its package of Debian or Ubuntu. */
const PROGRAMS = { mosquitto_pub: 'mosquitto-clients', nginx: 'nginx', 'systemd-analyze': 'systemd' }

/** Installs these programs if they are missing. @param {readonly (keyof typeof PROGRAMS)[]} names */
export async function ensurePrograms(...names) {
  const missing = names.filter((name) => !findProgram(name))
  const packages = missing.map((name) => PROGRAMS[name])
  if (missing.length === 0 || (await aptInstall(...packages))) return
  say(`Tests that use ${missing.join(', ')} will fail: install ${packages.join(', ')}.`)
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
