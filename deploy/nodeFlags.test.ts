/** @file Containers and services give Node the flags and the environment that npm gives it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readContainerFile } from './container/containerFile.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const flagsOf = (app: string) => JSON.parse(read(`apps/${app}/nodeFlags.json`)) as string[]
const environmentOf = (app: string) => JSON.parse(read(`apps/${app}/environment.json`)) as Record<string, string>

test('the image starts the platform', () => {
  const last = readContainerFile(read('deploy/container/Dockerfile')).at(-1)
  expect(last?.entrypoint).toEqual(['node', ...flagsOf('platform'), 'apps/platform/src/main.ts'])
  expect(last?.steps.find(({ kind }) => kind === 'env')).toMatchObject({ variables: environmentOf('platform') })
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
