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

test('a container in front of ThingsBoard starts the watcher', () => {
  expect(parse(read('deploy/container/thingsboard.yaml'))).toMatchObject({
    services: {
      watcher: {
        entrypoint: ['node', ...flagsOf('watcher'), 'apps/watcher/src/main.ts'],
        environment: environmentOf('watcher'),
      },
    },
  })
})

test.each([
  ['platform', 'greenwave.service', 'serve'],
  ['watcher', 'greenwave-watcher@.service', '--share %I'],
])('the service of the %s', (app, file, rest) => {
  const unit = read(`deploy/systemd/${file}`)
  expect(unit).toContain(`/bin/node ${flagsOf(app).join(' ')} /opt/greenwave/apps/${app}/src/main.ts ${rest}\n`)
  for (const [name, value] of Object.entries(environmentOf(app))) {
    expect(unit).toContain(`\nEnvironment=${name}=${value}\n`)
  }
})
