/** @file Checks the lint rule house/rooms, which holds the order of rooms.mjs, and the rule against import cycles. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintFiles } from './lib/lintedFolder.mjs'
import { ROOT } from './lib/root.mjs'
import { AREAS } from './rooms.mjs'

/** Imports that the rule refuses, with words of its reason. */
const REFUSED = [
  ['packages/contract/src/a.ts', '@greenwave/platform/platform', 'stands after packages/contract'],
  ['packages/contract/src/a.ts', '../../../apps/console/src/data/api.ts', 'stands after packages/contract'],
  ['packages/contract/src/a.ts', '@greenwave/client/createClient', 'stands after packages/contract'],
  ['packages/contract/src/a.ts', './wire/devices.ts', 'src/wire stands after src'],
  ['packages/contract/src/wire/a.ts', '../records/holds.ts', 'src/records stands after src/wire'],
  ['packages/observer/src/a.ts', 'zod', 'imports only packages/controller'],
  ['packages/observer/src/a.ts', 'node:fs', 'imports only packages/controller'],
  ['packages/observer/src/a.ts', '@greenwave/contract/wire/calls/calls', 'imports only packages/controller'],
  ['packages/observer/src/a.ts', './rules/table.ts', 'src/rules stands after src'],
  ['packages/observer/src/a.ts', './replay/quarter.ts', 'src/replay stands after src'],
  ['packages/observer/src/rules/a.ts', '@greenwave/contract/wire/calls/calls', 'imports only packages/controller'],
  ['packages/observer/src/replay/a.ts', '@greenwave/client/createClient', 'imports only packages/contract'],
  ['packages/observer/src/replay/a.ts', 'node:fs', 'imports only packages/contract'],
  ['packages/observer/src/conformity/a.ts', '@greenwave/client/createClient', 'imports only packages/contract'],
  ['packages/observer/src/conformity/a.ts', '../replay/quarter.ts', 'these rooms never import one another'],
  ['packages/coordination/src/a.ts', 'highs', 'imports only packages/controller'],
  ['packages/coordination/src/a.ts', 'node:fs', 'imports only packages/controller'],
  ['packages/coordination/src/a.ts', '@greenwave/observer/observer', 'imports only packages/controller'],
  ['apps/cli/src/a.ts', '@greenwave/coordination/testing/mixedInteger', 'only tests import it'],
  ['apps/cli/src/corridor/a.ts', '../writeOut.ts', 'src stands after src/corridor'],
  ['apps/cli/src/a.ts', '@greenwave/platform/platform', 'Apps meet on the wire'],
  ['apps/cli/src/a.test.ts', '@greenwave/platform/testing/startPlatform', 'Apps meet on the wire'],
  ['apps/platform/src/cli/a.ts', '@greenwave/cli/commandLine', 'Apps meet on the wire'],
  ...['controller', 'observer', 'coordination', 'changes', 'rollout', 'transfer'].map((name) => [
    'apps/platform/src/http/a.ts',
    `@greenwave/${name}/a`,
    'nothing in the platform knows what a lamp is',
  ]),
  ['packages/client/src/a.ts', '@greenwave/harness/api', 'stands after packages/client'],
  ['packages/client/src/a.ts', './testing/testClock.ts', 'src/testing stands after src'],
  ['packages/controller/src/a.ts', 'zod', 'imports nothing'],
  ['packages/controller/src/a.ts', 'node:fs', 'imports nothing'],
  ['packages/controller/src/a.ts', '@greenwave/contract/wire/calls/calls', 'imports nothing'],
  ['packages/controller/src/a.ts', '../../contract/src/ids.ts', 'never import one another'],
  ['packages/controller/src/a.test.ts', '@greenwave/contract/wire/calls/calls', 'never import one another'],
  ['packages/controller/src/testing/a.ts', '@greenwave/contract/wire/calls/calls', 'never import one another'],
  ['packages/controller/src/a.ts', './checks/all.ts', 'src/checks stands after src'],
  ['apps/platform/src/http/a.ts', '@greenwave/simulator/fleet', 'Apps meet on the wire'],
  ['apps/platform/src/http/a.ts', '../../../console/src/data/api.ts', 'Apps meet on the wire'],
  ['apps/platform/src/http/a.test.ts', '@greenwave/console/data/api', 'Apps meet on the wire'],
  ['apps/simulator/src/a.ts', '@greenwave/platform/platform', 'Apps meet on the wire'],
  ['apps/simulator/src/a.ts', '@greenwave/controller/testing/settings', 'only tests import it'],
  ['apps/console/src/data/a.ts', '@greenwave/client/testing/testTokens', 'only tests import it'],
  ['apps/console/src/data/a.ts', '@greenwave/platform/settings', 'Apps meet on the wire'],
  ['apps/console/src/features/users/a.ts', '@greenwave/client/createClient', 'Only data/ speaks to the network'],
  ['apps/console/src/data/a.ts', '@greenwave/client/program/untilStopped', 'it needs Node'],
  ['apps/console/src/data/a.ts', '@greenwave/client/doctor/probe', 'only programs in Node use it'],
  ['apps/platform/src/sqlite/a.ts', '../store/openStore.ts', 'src/store stands after src/sqlite'],
  ['apps/platform/src/data/values/a.ts', '../../entities/textRules.ts', 'src/entities stands after'],
  ['apps/platform/src/data/port/a.ts', '../journal/journal.ts', 'src/data/journal stands after'],
  ['apps/platform/src/data/history/a.ts', '../worker/valueWriter.ts', 'src/data/worker stands after'],
  ['apps/platform/src/store/a.ts', '../audit/auditTrail.ts', 'src/audit stands after src/store'],
  ['apps/platform/src/audit/a.ts', '../access/principal.ts', 'src/access stands after src/audit'],
  ['apps/platform/src/access/a.ts', './secondFactor/totp.ts', 'src/access/secondFactor stands after src/access'],
  ['apps/platform/src/access/a.ts', '../entities/users.ts', 'src/entities stands after src/access'],
  ['apps/platform/src/entities/a.ts', '../mqtt/mqttGateway.ts', 'src/mqtt stands after src/entities'],
  ['apps/platform/src/mqtt/session/a.ts', '../handlers/connect.ts', 'src/mqtt/handlers stands after'],
  ['apps/platform/src/mqtt/a.ts', '../http/server.ts', 'src/http stands after src/mqtt'],
  ['apps/platform/src/live/a.ts', '../deviceApi/registerDeviceApi.ts', 'these rooms never import one another'],
  ['apps/platform/src/start/a.ts', '../cli/serve.ts', 'src/cli stands after src/start'],
  ['apps/platform/src/http/a.ts', '../testing/startPlatform.ts', 'src/testing stands after src/http'],
  ['apps/platform/soak/scene/a.ts', '../attacks.ts', 'soak stands after soak/scene'],
  ['apps/console/src/texts/a.ts', '../data/session.ts', 'src/data stands after src/texts'],
  ['apps/console/src/texts/fr/a.ts', '../vi/common.ts', 'never imports one another'],
  ['apps/console/src/data/a.ts', '../features/device/DevicePage.tsx', 'src/features/* stands after src/data'],
  ['apps/console/src/data/a.ts', './queries/devices.ts', 'src/data/queries stands after src/data'],
  ['apps/console/src/ui/page/a.ts', '../../features/device/DevicePage.tsx', 'src/features/* stands after src/ui/page'],
  ['apps/console/src/ui/page/a.ts', '../../app/routes.tsx', 'src/app stands after src/ui/page'],
  ['apps/console/src/ui/page/a.ts', '../../data/useLive.ts', 'ui/ knows no device'],
  ['apps/console/src/ui/page/a.ts', '../../data/device/image.ts', 'src/data/device stands after src/ui/page'],
  ['apps/console/src/ui/page/a.ts', '@greenwave/controller/lamps', 'ui/ knows no device'],
  ['apps/console/src/ui/states/a.ts', '../page/Card.tsx', 'src/ui/page stands after src/ui/states'],
  ['apps/console/src/features/devices/a.ts', '../device/model/deviceView.ts', 'never imports one another'],
  ['apps/console/src/features/devices/a.test.ts', '../device/model/deviceView.ts', 'never imports one another'],
  ['apps/console/src/features/users/parts/a.ts', '../../customers/CustomersPage.tsx', 'never imports one another'],
  ['apps/console/src/features/ramps/parts/a.ts', '../../device/model/deviceView.ts', 'never imports one another'],
  ['apps/console/src/features/users/model/a.ts', '../parts/UserTable.tsx', '/parts stands after src/features/*/model'],
  ['apps/console/src/features/users/parts/a.ts', '../dialogs/UserDialogs.tsx', '/dialogs stands after'],
  ['apps/console/src/features/users/dialogs/a.ts', '../CustomerUsersPage.tsx', 'src/features/* stands after'],
  ['e2e/tests/a.spec.ts', '../../bench/src/tools/seed.ts', 'never import one another'],
  ['bench/src/tools/a.ts', '../benchmarks/ingest.ts', 'src/benchmarks stands after src/tools'],
]

const TAKEN = [
  ['packages/contract/src/a.ts', 'zod/mini'],
  ['packages/contract/src/wire/calls/a.ts', '../devices.ts'],
  ['packages/controller/src/a.ts', './cycle.ts'],
  ['packages/controller/src/a.test.ts', 'vitest'],
  ['packages/observer/src/a.ts', '@greenwave/controller/cycle'],
  ['packages/observer/src/replay/a.ts', '@greenwave/contract/records/eventRecords'],
  ['packages/observer/src/conformity/reading/a.ts', '@greenwave/client/callTypes'],
  ['packages/observer/src/conformity/a.test.ts', './testing/street.ts'],
  ['packages/coordination/src/testing/a.ts', 'highs'],
  ['apps/platform/soak/soaks/a.ts', '@greenwave/coordination/testing/solverAgreement'],
  ['packages/client/src/a.ts', '@greenwave/contract/wire/calls/calls'],
  ['packages/client/src/a.test.ts', './testing/testClock.ts'],
  ['apps/platform/src/http/a.ts', '@greenwave/contract/wire/calls/calls'],
  ['apps/platform/src/live/a.ts', '../http/refusedCalls.ts'],
  ['apps/cli/src/a.ts', '@greenwave/transfer/settingsFile'],
  ['apps/platform/src/store/a.ts', '../data/port/deviceData.ts'],
  ['apps/platform/src/store/a.test.ts', '../http/server.ts'],
  ['apps/simulator/src/a.ts', '@greenwave/controller/engine/engine'],
  ['apps/simulator/src/a.test.ts', '@greenwave/controller/testing/settings'],
  ['apps/console/src/test/a.ts', '@greenwave/client/testing/testTokens'],
  ['apps/console/src/ui/lists/a.ts', '../../data/apiErrors.ts'],
  ['apps/console/src/data/a.ts', '@greenwave/controller/delivery'],
  ['apps/console/src/data/queries/a.ts', '@greenwave/client/createClient'],
  ['apps/console/src/features/device/parts/a.ts', '../model/deviceView.ts'],
  ['apps/console/src/features/ramps/a.ts', './model/ramp.ts'],
  ['apps/console/src/features/devices/a.ts', '../../ui/lists/ListTable.tsx'],
  ['apps/console/src/app/a.ts', '../features/devices/DevicesPage.tsx'],
  ['bench/src/benchmarks/a.ts', '@greenwave/platform/store/openStore'],
  ['bench/src/benchmarks/a.ts', '@greenwave/platform/testing/silentLog'],
]

/** Each case has its own file, told apart by a number. */
const pathOf = ([path], i) => path.replace('/a.', `/a${i}.`)
const importing = (name) => `import { part } from '${name}'\n\nexport const whole = [part]\n`
const filesOf = (cases, content = importing) =>
  Object.fromEntries(cases.map((one, i) => [pathOf(one, i), content(one[1])]))

describe('rooms import one way', () => {
  const said = lintFiles(filesOf(REFUSED))
  it.each(REFUSED.map((one, i) => [...one, pathOf(one, i)]))('%s may not import %s', (from, _to, reason, path) => {
    const messages = said.get(path).join()
    expect(messages).toContain('house(rooms)')
    expect(messages).toContain(reason)
    expect(messages).toContain('scripts/rooms.mjs')
    const { folder } = AREAS.find((area) => from.startsWith(`${area.folder}/`))
    expect(messages).toContain(folder)
  })

  const silence = lintFiles(filesOf(TAKEN))
  it.each(TAKEN.map((one, i) => [...one, pathOf(one, i)]))('%s may import %s', (_from, _to, path) => {
    expect(silence.get(path)).toEqual([])
  })

  it.each([
    ['a type', "import type { A } from '../store/store.ts'\n\nexport type B = A\n"],
    ['a type by its name', "export type B = import('../store/store.ts').Store\n"],
    ['what is loaded when it is needed', "export const load = () => import('../store/store.ts')\n"],
    ['what is handed on', "export { store } from '../store/store.ts'\n"],
    ['all that is handed on', "export * from '../store/store.ts'\n"],
  ])('%s counts', (_what, content) => {
    const path = 'apps/platform/src/sqlite/a.ts'
    expect(
      lintFiles({ [path]: content })
        .get(path)
        .join(),
    ).toContain('src/store stands after src/sqlite')
  })
})

describe('an import of a package that is not declared', () => {
  const manifest = JSON.stringify({
    name: '@greenwave/watcher',
    dependencies: { '@greenwave/client': '0.1.0' },
    devDependencies: { '@greenwave/harness': '0.1.0' },
  })
  const said = (path, content) => {
    const messages = lintFiles({ 'apps/watcher/package.json': manifest, [path]: content }).get(path)
    return messages.filter((message) => message.startsWith('house(declared)'))
  }

  it.each([
    ['apps/watcher/src/a.ts', "import { a } from '@greenwave/contract/wire/calls/calls'\n\nexport const b = [a]\n"],
    ['apps/watcher/src/a.ts', "import type { A } from '@greenwave/contract/wire/calls/calls'\n\nexport type B = A\n"],
    ['apps/watcher/src/a.ts', "export type B = import('@greenwave/contract/wire/calls/calls').A\n"],
    ['apps/watcher/src/a.ts', "export const load = () => import('@greenwave/contract/wire/calls/calls')\n"],
    ['apps/watcher/src/a.ts', "export { a } from '@greenwave/contract/wire/calls/calls'\n"],
    [
      'apps/watcher/src/a.test.ts',
      "import { a } from '@greenwave/contract/wire/calls/calls'\n\nexport const b = [a]\n",
    ],
    ['apps/watcher/src/testing/a.ts', "export * from '@greenwave/contract/wire/calls/calls'\n"],
  ])('is refused in %s: %s', (path, content) => {
    expect(said(path, content)).toEqual([
      expect.stringMatching(
        /@greenwave\/contract is not among the .*ependencies of apps\/watcher\/package\.json: add it/,
      ),
    ])
  })

  it('is refused in a file of the product if only tests may import it', () => {
    const content = "export * from '@greenwave/harness/api'\n"
    expect(said('apps/watcher/src/a.ts', content)).toHaveLength(1)
    expect(said('apps/watcher/src/a.test.ts', content)).toEqual([])
    expect(said('apps/watcher/src/a.ts', "export * from '@greenwave/client/createClient'\n")).toEqual([])
  })
})

describe('a folder that stands in no room', () => {
  it.each([
    'apps/platform/src/billing/a.ts',
    'apps/console/src/features/device/charts/a.ts',
    'apps/planner/src/a.ts',
    'packages/geometry/src/a.ts',
    'tools/a.ts',
  ])('is an error that names the table: %s', (path) => {
    expect(
      lintFiles({ [path]: 'export const a = 1\n' })
        .get(path)
        .join(),
    ).toMatch(/is in no room: say in scripts\/rooms\.mjs/)
  })

  it('would be known: all rooms of the table are there', () => {
    const missing = AREAS.flatMap(({ folder, rooms }) =>
      rooms.map((room) => join(folder, room.folder)).filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0),
    )
    expect(missing).toEqual([])
  })
})

describe('files in circles', () => {
  it.each([
    [
      'values',
      "import { b } from './b.ts'\n\nexport const a = () => b\n",
      "import { a } from './a.ts'\n\nexport const b = () => a\n",
    ],
    [
      'types',
      "import type { B } from './b.ts'\n\nexport interface A { b?: B }\n",
      "import type { A } from './a.ts'\n\nexport interface B { a?: A }\n",
    ],
  ])('of %s are refused', (_of, a, b) => {
    const said = lintFiles({ 'apps/simulator/src/a.ts': a, 'apps/simulator/src/b.ts': b })
    expect([...said.values()].map((messages) => messages.join())).toEqual([
      expect.stringContaining('import(no-cycle)'),
      expect.stringContaining('import(no-cycle)'),
    ])
  })
})

describe('only data/ speaks to the network', () => {
  it.each([
    'export const call = () => fetch("/somewhere")',
    'export const call = () => new WebSocket("/somewhere")',
    "import { createClient } from '@greenwave/client/createClient'\n\nexport const made = [createClient]",
  ])('no screen does: %s', (line) => {
    const content = `${line}\n`
    const said = lintFiles({
      'apps/console/src/features/device/a.ts': content,
      'apps/console/src/app/pages/a.ts': content,
      'apps/console/src/data/a.ts': content,
    })
    expect(said.get('apps/console/src/features/device/a.ts').join()).toContain('Only data/ speaks to the network')
    expect(said.get('apps/console/src/app/pages/a.ts').join()).toContain('Only data/ speaks to the network')
    expect(said.get('apps/console/src/data/a.ts')).toEqual([])
  })
})

it('every package and app is an area', () => {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const packages = workspaces.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  const inUse = packages.filter((folder) => existsSync(join(ROOT, folder, 'package.json')))
  expect(AREAS.map(({ folder }) => folder)).toEqual(expect.arrayContaining(inUse))
})
