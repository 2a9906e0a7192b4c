/** @file What is in a product: one list for releases and container images, and nothing that a product lacks. */
import { existsSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, normalize, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { INSTALLED_WORKSPACES, productFiles } from './productFiles.mjs'
import { ROOT } from './root.mjs'
import { shippedPart } from './sbomOf.mjs'
import { packageOf, shippedPackages } from './shippedPackages.mjs'

const files = new Set(productFiles(ROOT))
const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
const packages = new Set([...shippedPackages(lock, ['', ...INSTALLED_WORKSPACES])].map(packageOf))

/** Lists what the sources of a product import at run time, each with its file. */
function runtimeImports() {
  const sources = [...files].filter((file) => /^(?:apps|packages|scripts)\/.*\.(?:ts|mjs)$/.test(file))
  return sources.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    // An import of types alone disappears.
    const statements = text.matchAll(
      /^(?:import|export) (?!type\b)(?:[\w$*{},\s]+ from )?'([^']+)'|\bimport\('([^']+)'\)/gm,
    )
    const urls = text.matchAll(/new URL\('(\.[^']*\.\w+)', import\.meta\.url\)/g)
    return [...statements, ...urls].map(([, one, other]) => ({ file, name: one ?? other }))
  })
}

test('every file that a product imports is in it', () => {
  const missing = runtimeImports()
    .filter(({ name }) => name.startsWith('.'))
    .map(({ file, name }) => ({ file, path: normalize(join(dirname(file), name)) }))
    // The built console is a folder of its own.
    .filter(({ path }) => !files.has(path) && !path.startsWith('apps/console/dist'))
  expect(missing).toEqual([])
})

test('every package that a product imports is in it', () => {
  const names = runtimeImports()
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !builtinModules.includes(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  expect([...new Set(names)].filter((name) => !packages.has(name))).toEqual([])
  expect(packages).toContain('@node-rs/argon2-linux-arm64-gnu')
  expect(packages).not.toContain('@greenwave/harness')
  expect(packages).not.toContain('vitest')
})

test('tests, and what only tests read, are in no product', () => {
  expect([...files].filter((file) => /\btest|fixture|soak|tsconfig/.test(file))).toEqual([])
})

test('a package is found in the nearest folder, and an optional peer of another brings nothing', () => {
  const packagesOf = (entries, ...roots) => [...shippedPackages({ packages: entries }, roots)].toSorted()
  const entries = {
    'apps/a': { dependencies: { b: '1' }, devDependencies: { z: '1' } },
    'node_modules/b': {
      dependencies: { c: '1' },
      peerDependencies: { d: '1' },
      peerDependenciesMeta: { d: { optional: true } },
    },
    'node_modules/b/node_modules/c': { optionalDependencies: { absent: '1' } },
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/z': {},
    'packages/p': {},
    'node_modules/@x/p': { resolved: 'packages/p', link: true },
  }
  expect(packagesOf(entries, 'apps/a')).toEqual(['apps/a', 'node_modules/b', 'node_modules/b/node_modules/c'])
  expect(packagesOf(entries, 'node_modules/@x/p')).toEqual(['node_modules/@x/p', 'packages/p'])
})

test('the list of packages depends on the lock file and the time alone', () => {
  const document = (serialNumber, name) => ({
    serialNumber,
    metadata: { timestamp: serialNumber, component: { 'bom-ref': 'greenwave@0.2.0', name } },
    components: [{ 'bom-ref': 'zod@4.6.7' }, { 'bom-ref': 'vitest@5.1.0' }],
    dependencies: [{ ref: 'greenwave@0.2.0', dependsOn: ['zod@4.6.7', 'vitest@5.1.0'] }, { ref: 'vitest@5.1.0' }],
  })
  const made = new Date(1_700_000_000_000)
  const [one, other] = [document('a', 'one'), document('b', 'other')].map((each) =>
    shippedPart(each, new Set(['zod@4.6.7']), made),
  )
  expect(one).toEqual(other)
  expect(one).toMatchObject({
    metadata: { timestamp: made.toISOString(), component: { name: 'greenwave' } },
    components: [{ 'bom-ref': 'zod@4.6.7' }],
    dependencies: [{ ref: 'greenwave@0.2.0', dependsOn: ['zod@4.6.7'] }],
  })
  expect(one.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/)
})

test('all packages of this repository have one version', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const places = Object.keys(lock.packages).filter((place) => !place.includes('node_modules/'))
  const manifests = places.filter((place) => existsSync(resolve(ROOT, place, 'package.json')))
  const versions = manifests.map((place) => JSON.parse(readFileSync(join(ROOT, place, 'package.json'), 'utf8')).version)
  expect(new Set(versions.filter((each) => each !== undefined))).toEqual(new Set([version]))
})
