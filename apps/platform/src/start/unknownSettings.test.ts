import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentName, SETTING_NAMES } from './settings.ts'
import { unknownSettings } from './unknownSettings.ts'

const ROOT = join(import.meta.dirname, '../../../..')

test('a variable that looks like a setting and is none is named, and no other one', () => {
  const settings = SETTING_NAMES.map(environmentName)
  const others = [
    'GREENWAVE_URL',
    'GREENWAVE_USER',
    'GREENWAVE_PASSWORD',
    'GREENWAVE_BACKUPS',
    'GREENWAVE_TO_PASSWORD',
    'GREENWAVE_WATCHER_SHARE',
    'PATH',
    'HTTP_PORT',
  ]
  const all = Object.fromEntries([...settings, ...others, 'GREENWAVE_HTTP_PORT'].map((name) => [name, '1']))
  expect(unknownSettings(all)).toEqual(['GREENWAVE_HTTP_PORT'])
})

test('every variable that the documents name is known', () => {
  const files = ['docs', 'deploy'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:png|webp|jpg)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md'].map((name) => join(ROOT, name))
  const texts = [...pages, ...files].map((file) => readFileSync(file, 'utf8'))
  const named = new Set(texts.flatMap((text) => text.match(/GREENWAVE_[A-Z0-9_]*[A-Z0-9]/g) ?? []))
  expect(named.size).toBeGreaterThan(40)
  expect(unknownSettings(Object.fromEntries([...named].map((name) => [name, '1'])))).toEqual([])
})
