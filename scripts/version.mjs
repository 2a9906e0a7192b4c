/** @file `node scripts/version.mjs 0.3.0`: sets the version of all packages, also where they depend on one another. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { ROOT } from './lib/root.mjs'
import { runMain, Stop } from './lib/say.mjs'

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function setVersion(manifest, version) {
  if (manifest.version !== undefined) manifest.version = version
  for (const kind of DEPENDENCIES) {
    for (const name of Object.keys(manifest[kind] ?? {})) {
      if (name.startsWith('@greenwave/')) manifest[kind][name] = version
    }
  }
}

function change(path, edit) {
  const file = join(ROOT, path)
  const content = JSON.parse(readFileSync(file, 'utf8'))
  edit(content)
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

await runMain(() => {
  const [version = ''] = process.argv.slice(2)
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Stop('give a version of three numbers, such as 0.3.0', 2)
  const own = []
  change('package-lock.json', (lock) => {
    lock.version = version
    own.push(...Object.keys(lock.packages).filter((place) => !place.includes('node_modules/')))
    for (const place of own) setVersion(lock.packages[place], version)
  })
  for (const place of own) change(join(place, 'package.json'), (manifest) => setVersion(manifest, version))
})
