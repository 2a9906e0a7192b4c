import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sourcesHash } from './consoleBuild.mjs'

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'greenwave-sources-'))
  write('app/main.ts', 'one')
  write('package-lock.json', '{}')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path, content) {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
}
const hash = () => sourcesHash(root, ['app', 'package-lock.json'])

test('the same sources give the same hash', () => {
  expect(hash()).toBe(hash())
})

test.each([
  ['a changed file', 'app/main.ts', 'two'],
  ['another file', 'app/parts/lamp.ts', ''],
  ['other dependencies', 'package-lock.json', '{"a":1}'],
])('%s calls for a new build', (_what, path, content) => {
  const before = hash()
  write(path, content)
  expect(hash()).not.toBe(before)
})

test.each(['app/main.test.ts', 'app/node_modules/x/x.js', 'app/dist/main.js', 'app/.cache/built-from', 'README.md'])(
  '%s does not',
  (path) => {
    const before = hash()
    write(path, 'anything')
    expect(hash()).toBe(before)
  },
)
