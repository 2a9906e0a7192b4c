import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './lib/root.mjs'

const text = readFileSync(join(ROOT, 'package-lock.json'), 'utf8')
/** @type {[path: string, entry: any][]} */
const packages = Object.entries(JSON.parse(text).packages)
const paths = new Set(packages.map(([path]) => path))

/**
 * Returns whether a package that the one at `path` needs is there or in a folder around it, where Node looks for it.
 */
function isListed(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (paths.has(`${folder === '' ? '' : `${folder}/`}node_modules/${name}`)) return true
    if (folder === '') return false
  }
}

// npm ci refuses a lock file without them, and npm install leaves out those that a registry does not have.
test('every optional dependency has its entry, also those for other machines', () => {
  const missing = packages.flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isListed(path, name))
      .map((name) => `${name}, wanted by ${path || 'the repository'}`),
  )
  expect(missing).toEqual([])
})

test('every other dependency has its entry', () => {
  const missing = packages.flatMap(([path, entry]) =>
    Object.keys(entry.dependencies ?? {})
      .filter((name) => !isListed(path, name))
      .map((name) => `${name}, wanted by ${path || 'the repository'}`),
  )
  expect(missing).toEqual([])
})

test('it names no registry, so that it installs from whichever one npm is set to', () => {
  expect([...text.matchAll(/https?:\/\/[^"]+\.tgz/g)].map(([address]) => address)).toEqual([])
  expect(packages.filter(([, { link, resolved }]) => resolved !== undefined && !link)).toEqual([])
})

test('every package of others has one exact version', () => {
  const inexact = packages
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { version }]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(inexact).toEqual([])
})

test('what the workspaces ask for is exact too', () => {
  const ranges = packages
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    )
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  expect(ranges).toEqual([])
})
