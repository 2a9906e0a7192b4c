import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf, SETTINGS, settingKey } from '@greenwave/controller/settingTable/table'
import { expect, test } from 'vitest'

test('only keys.ts of packages/controller spells out the keys of settings, in all programs that use their meaning', () => {
  const root = join(import.meta.dirname, '../../../../../..')
  const known = globSync('{packages/controller,apps/{console,simulator}}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.|[\\/]test(?:ing)?[\\/]|[\\/]texts[\\/]|[\\/]keys\.ts$/.test(path),
  )
  expect(known.length).toBeGreaterThan(100)
  // The mode's key is an English word, too.
  const spelled = SETTINGS.flatMap(keysOf)
    .filter((key) => settingKey(key)?.name !== key)
    .map((key) => key.replaceAll(/\d/g, String.raw`(?:\d|\$\{[^}]*\})`))
  const anyKey = new RegExp(`['\`](?:${[...new Set(spelled)].join('|')})['\`]`)
  const code = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  expect(known.filter((path) => anyKey.test(code(path)))).toEqual([])
})
