import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keysOf, SETTINGS, settingKey } from '@greenwave/controller/settingTable/table'
import { expect, test } from 'vitest'

test('of all programs that use the meaning of a setting, one file spells out its key: keys.ts or the row of packages/controller', () => {
  const root = join(import.meta.dirname, '../../../../../..')
  const known = globSync('{packages/controller,apps/{console,simulator}}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !/\.test\.|[\\/]test(?:ing)?[\\/]|[\\/]texts[\\/]/.test(path),
  )
  expect(known.length).toBeGreaterThan(100)
  // The mode's key is an English word, too.
  const spelled = SETTINGS.flatMap(keysOf)
    .filter((key) => settingKey(key)?.name !== key)
    .map((key) => key.replaceAll(/\d/g, String.raw`(?:\d|\$\{[^}]*\})`))
  const codes = known.map((path) => ({
    path: path.replaceAll('\\', '/'),
    code: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
  }))
  for (const key of new Set(spelled)) {
    const spelling = new RegExp(`['\`]${key}['\`]`)
    const spellers = codes.filter(({ code }) => spelling.test(code)).map(({ path }) => path)
    expect([key, ...spellers]).toEqual([
      key,
      expect.stringMatching(/^packages\/controller\/src\/(?:keys|settingTable\/\w+)\.ts$/),
    ])
  }
})
