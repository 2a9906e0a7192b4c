/** @file The import direction is held by the lint rules of .oxlintrc.json; here they are seen to hold it. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from './lib/root.mjs'

const OXLINT = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint')

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greenwave-imports-'))
  copyFileSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What the lint says of a file at this path with this content. */
function lint(path, content) {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  const { status, stdout } = spawnSync(process.execPath, [OXLINT, path], { cwd: folder, encoding: 'utf8' })
  return { status, stdout: stdout.replaceAll(/\s+/g, ' ') }
}

const importing = (name) => `import { part } from '${name}'\n\nexport const whole = [part]\n`

test.each([
  ['packages/contract/src/a.ts', '@greenwave/platform/platform', 'Packages never import apps'],
  ['packages/contract/src/a.ts', '../../../apps/console/src/data/api.ts', 'Packages never import apps'],
  ['packages/controller/src/a.ts', 'zod', 'The controller model imports nothing'],
  ['packages/controller/src/a.ts', 'node:fs', 'The controller model imports nothing'],
  ['packages/controller/src/a.ts', '@greenwave/contract/calls', 'The controller model imports nothing'],
  ['apps/platform/src/a.ts', '@greenwave/simulator/fleet', 'Apps never import one another'],
  ['apps/platform/src/http/a.ts', '../../../console/src/data/api.ts', 'Apps never import one another'],
  ['apps/simulator/src/a.ts', '@greenwave/platform/platform', 'Apps never import one another'],
  ['apps/console/src/data/a.ts', '@greenwave/platform/settings', 'Apps never import one another'],
  ['apps/console/src/data/a.ts', '../features/device/DevicePage.tsx', 'data/ knows no screen'],
  ['apps/console/src/ui/a.ts', '../features/device/DevicePage.tsx', 'knows no screen'],
  ['apps/console/src/ui/a.ts', '../app/routes.tsx', 'knows no screen'],
  ['apps/console/src/ui/a.ts', '../data/useLive.ts', 'knows no device'],
  ['apps/console/src/features/devices/a.ts', '../device/model/deviceView.ts', 'Features never import one another'],
  [
    'apps/console/src/features/users/parts/a.ts',
    '../../customers/CustomersPage.tsx',
    'Features never import one another',
  ],
])('%s may not import %s', (path, name, reason) => {
  const { status, stdout } = lint(path, importing(name))
  expect(stdout).toContain(reason)
  expect(status).toBe(1)
})

test.each([
  ['packages/contract/src/a.ts', 'zod/mini'],
  ['packages/controller/src/a.ts', './cycle.ts'],
  ['apps/platform/src/a.ts', '@greenwave/contract/calls'],
  ['apps/simulator/src/a.ts', '@greenwave/controller/engine'],
  ['apps/console/src/ui/a.ts', '../data/apiErrors.ts'],
  ['apps/console/src/data/a.ts', '@greenwave/controller/delivery'],
  ['apps/console/src/features/device/parts/a.ts', '../model/deviceView.ts'],
  ['apps/console/src/features/devices/a.ts', '../../ui/ListTable.tsx'],
  ['apps/console/src/app/a.ts', '../features/devices/DevicesPage.tsx'],
])('%s may import %s', (path, name) => {
  expect(lint(path, importing(name))).toMatchObject({ status: 0 })
})

test.each(['fetch("/api")', 'new WebSocket("/api/ws")'])('no screen speaks to the network: %s', (expression) => {
  const { status, stdout } = lint('apps/console/src/features/device/a.ts', `export const call = () => ${expression}\n`)
  expect(stdout).toContain('Only data/ speaks to the network')
  expect(status).toBe(1)
})
