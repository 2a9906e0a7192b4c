import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf } from './lockFile.mjs'
import { ROOT } from './root.mjs'

const SOUND = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' }
const faultsOfOne = (entry, name = 'a') => faultsOf({ packages: { [`node_modules/${name}`]: { ...SOUND, ...entry } } })

test('the lock file of this repository has no fault', () => {
  expect(faultsOf(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))).toEqual([])
})

test.each([
  ['runs a program at its installation', { hasInstallScript: true }, 'a 1.0.0 runs a program when it is installed'],
  ['so does a tool', { hasInstallScript: true, dev: true }, 'a 1.0.0 runs a program when it is installed'],
  ['was given up', { deprecated: 'use b' }, 'a 1.0.0 is given up by its makers: use b'],
  ['has no checksum', { integrity: undefined }, 'a 1.0.0 has no checksum'],
  ['has a licence that does not fit', { license: 'GPL-3.0' }, 'a 1.0.0 has the licence GPL-3.0'],
  ['restricts its users', { license: 'Hippocratic-2.1' }, 'a 1.0.0 has the licence Hippocratic-2.1'],
  ['has a free licence and one more', { license: 'MIT AND BUSL-1.1' }, 'a 1.0.0 has the licence MIT AND BUSL-1.1'],
  ['has none', { license: undefined }, 'a 1.0.0 has the licence none'],
])('a package that %s is told', (_what, entry, fault) => {
  expect(faultsOfOne(entry)).toEqual([fault])
})

test.each([
  [{ license: '(MIT OR CC0-1.0)' }, 'a'],
  [{ license: 'GPL-3.0', dev: true }, 'a'],
  [{ license: 'MPL-2.0' }, 'web-push'],
])('%j of %s is no fault', (entry, name) => {
  expect(faultsOfOne(entry, name)).toEqual([])
})

test.each([['react-leaflet'], ['@react-leaflet/core'], ['web-push']])(
  'a restricted licence of %s is refused, because no name excuses it',
  (name) => {
    expect(faultsOfOne({ license: 'Hippocratic-2.1' }, name)).toEqual([`${name} 1.0.0 has the licence Hippocratic-2.1`])
  },
)

test('packages of this repository are no matter', () => {
  expect(faultsOf({ packages: { '': {}, 'apps/platform': {}, 'node_modules/own': { link: true } } })).toEqual([])
})
