import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './lib/root.mjs'

const read = (path) => readFileSync(join(ROOT, path), 'utf8')
/** @type {string[]} */
const flags = JSON.parse(read('apps/platform/nodeFlags.json'))
/** @type {Record<string, string>} */
const environment = JSON.parse(read('apps/platform/environment.json'))

test('the container starts Node with the flags that npm gives it', () => {
  expect(read('deploy/container/Dockerfile')).toContain(
    `ENTRYPOINT ${JSON.stringify(['node', ...flags, 'apps/platform/src/main.ts']).replaceAll(',', ', ')}`,
  )
})

test('so does the service', () => {
  expect(read('deploy/systemd/greenwave.service')).toContain(
    `/bin/node ${flags.join(' ')} /opt/greenwave/apps/platform/src/main.ts serve`,
  )
})

test('both give it the same environment', () => {
  for (const [name, value] of Object.entries(environment)) {
    expect(read('deploy/container/Dockerfile')).toContain(` ${name}=${value} `)
    expect(read('deploy/systemd/greenwave.service')).toContain(`\nEnvironment=${name}=${value}\n`)
  }
})
