/** @file Containers and services give Node the flags and the environment that npm gives it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const flagsOf = (app: string) => JSON.parse(read(`apps/${app}/nodeFlags.json`)) as string[]
const environmentOf = (app: string) => JSON.parse(read(`apps/${app}/environment.json`)) as Record<string, string>

test('the image starts the platform without a shell, as a user by number, and reports whether it is healthy', () => {
  const file = read('deploy/container/Dockerfile')
  const words = (instruction: string) =>
    JSON.parse(new RegExp(`^${instruction} (\\[.*)$`, 'm').exec(file)?.[1] ?? 'null')
  expect(words('ENTRYPOINT')).toEqual(['node', ...flagsOf('platform'), 'scripts/greenwave.mjs'])
  expect(words('CMD')).toEqual(['serve'])
  expect(words('HEALTHCHECK .* CMD')).toEqual(['node', 'deploy/container/healthcheck.mjs'])
  expect(file).toMatch(/^USER 1000:1000$/m)
  for (const [name, value] of Object.entries(environmentOf('platform'))) expect(file).toContain(` ${name}=${value}`)
})

test('containers can end a process that hangs, and in front of ThingsBoard one keeps the watcher', () => {
  const front = parse(read('deploy/container/thingsboard.yaml'))
  expect(front).toMatchObject({ services: { console: { init: true }, watcher: { command: ['watch'] } } })
  expect(front.services.watcher).not.toHaveProperty('entrypoint')
  expect(parse(read('deploy/container/compose.yaml'))).toMatchObject({ services: { greenwave: { init: true } } })
})

test('the service of the platform', () => {
  const unit = read('deploy/systemd/greenwave.service')
  expect(unit).toContain(
    `/bin/node ${flagsOf('platform').join(' ')} /opt/greenwave/current/apps/platform/src/main.ts serve\n`,
  )
  for (const [name, value] of Object.entries(environmentOf('platform'))) {
    expect(unit).toContain(`\nEnvironment=${name}=${value}\n`)
  }
})

test('the service of a watcher starts the command that replaces one that hangs', () => {
  expect(read('deploy/systemd/greenwave-watcher@.service')).toMatch(/\/apps\/cli\/src\/main\.ts watch --share %I\n/)
})
