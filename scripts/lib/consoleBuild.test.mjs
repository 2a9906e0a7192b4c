import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishBuild, sourcesHash } from './consoleBuild.mjs'

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

test('a new build leaves the files of the one before, for servers that run with it, and no older ones', () => {
  const publish = (name) => {
    write('new/index.html', name)
    write('new/icon.svg', 'icon')
    write(`new/assets/${name}.js`, name)
    publishBuild(join(root, 'new'), join(root, 'dist'), join(root, '.cache', 'files'))
  }
  const isThere = (name) => existsSync(join(root, 'dist', 'assets', `${name}.js`))
  // A build of a release that kept no list.
  write('dist/index.html', 'first')
  write('dist/assets/first.js', 'first')
  publish('second')
  expect([isThere('first'), isThere('second')]).toEqual([true, true])
  publish('third')
  expect([isThere('first'), isThere('second'), isThere('third')]).toEqual([false, true, true])
  expect(readFileSync(join(root, 'dist', 'index.html'), 'utf8')).toBe('third')
  expect(existsSync(join(root, 'new'))).toBe(false)
})
