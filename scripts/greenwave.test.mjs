/** @file `greenwave` as a process: which app runs a command, and the help about all of them. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { expect, test } from 'vitest'
import { COMMANDS as OF_CLI } from '../apps/cli/src/commandLine.ts'
import { COMMANDS as OF_PLATFORM } from '../apps/platform/src/cli/commandLine.ts'
import { ROOT } from './lib/root.mjs'

const GREENWAVE = join(ROOT, 'scripts', 'greenwave.mjs')

/** Resolves with how a command ended. */
const greenwave = (...args) =>
  new Promise((resolve) => {
    execFile(process.execPath, [GREENWAVE, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    )
  })

test('--version is the version of this repository', async () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(await greenwave('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test('--help has every command of both apps, in an order of its own', async () => {
  const { code, stdout, stderr } = await greenwave('--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const named = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name)
  expect(named).toEqual([
    ...[
      'setup',
      'serve',
      'admin',
      'backup',
      'backup-test',
      'restore',
      'doctor',
      'upgrade',
      'accept-loss',
      'controllers',
      'watch',
      'demo',
      'check',
    ],
    ...[
      'export',
      'verify',
      'settings',
      'devices',
      'customers',
      'users',
      'copy',
      'rollout',
      'corridor',
      'route',
      'calendar',
      'help',
    ],
  ])
  const inApps = [...Object.keys(OF_PLATFORM), ...Object.keys(OF_CLI)].filter((name) => name !== 'demo-city')
  expect(new Set(named)).toEqual(new Set([...inApps, 'help']))
})

test('the launcher runs each command on the data folder as the account of the service', () => {
  const launcher = readFileSync(join(ROOT, 'deploy', 'bin', 'greenwave.sh'), 'utf8')
  const [, list = ''] = /^ {4}([a-z| -]+)\)$/m.exec(launcher) ?? []
  // `setup` writes the settings file as root, and changes to the account itself.
  const onData = Object.keys(OF_PLATFORM).filter((name) => !['demo', 'demo-city', 'setup'].includes(name))
  expect(new Set(list.split(' | '))).toEqual(new Set(onData))
})

test.each([
  ['a command of the platform', ['backup', '--help'], 0, /^Usage: greenwave backup /],
  ['a command of the command line', ['verify', '--help'], 0, /^Usage: greenwave verify /],
  ['help about a command', ['help', 'copy'], 2, /^Usage: greenwave copy /],
  [
    'an upgrade of a clone',
    ['upgrade', 'greenwave_9.0.0_amd64.deb'],
    2,
    /is not the release that a service runs: .* git pull\n$/,
  ],
  ['no command', [], 2, /^Usage: greenwave /],
  ['no such command', ['sevre'], 2, /^greenwave: unknown command 'sevre' \(Did you mean serve\?\) \(see --help\)\n$/],
])('%s', async (_what, args, code, words) => {
  const ended = await greenwave(...args)
  expect([ended.code, ended.stdout || ended.stderr]).toEqual([code, expect.stringMatching(words)])
})
