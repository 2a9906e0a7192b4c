/** @file Examples of settings name settings that exist. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unknownSettings } from '@greenwave/platform/start/unknownSettings'
import { expect, test } from 'vitest'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /(?:\.(?:md|env|yaml|service|conf)|Dockerfile)$/.test(name) && !name.includes('node_modules'),
)

test.each(files)('%s', (name) => {
  const named = readFileSync(FOLDER + name, 'utf8').match(/\bGREENWAVE_[A-Z0-9_]*[A-Z0-9]\b/g) ?? []
  expect(unknownSettings(Object.fromEntries(named.map((setting) => [setting, ''])))).toEqual([])
})
