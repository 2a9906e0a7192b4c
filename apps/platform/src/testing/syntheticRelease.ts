/** @file Releases for tests: folders with this repository's sources, each with a name and a schema of its own. */
import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const LEFT_OUT = /\.test\.ts$|\/testing$|\/fixtures$/

/** Pair of keys that signs the releases of a test. */
export const makeReleaseKey = (): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } =>
  generateKeyPairSync('ed25519')

/** A release to make. */
export interface Synthetic {
  readonly name: string
  /** Migrations of `greenwave.db` besides the repository's. */
  readonly moreMigrations?: number
  /** Lines of shell before the command of its launcher. */
  readonly first?: string
  /** Lines of code that its commands begin with. */
  readonly code?: string
  readonly publicKey?: KeyObject
}

/** Makes the folder of a release. */
export function makeSyntheticRelease(
  folder: string,
  { name, moreMigrations = 0, first = '', code = '', publicKey }: Synthetic,
): void {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  mkdirSync(join(folder, 'apps/platform'), { recursive: true })
  const copied = [
    'package.json',
    'scripts/greenwave.mjs',
    ...['src', 'package.json'].map((each) => `apps/platform/${each}`),
  ]
  for (const path of copied) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, filter: (each) => !LEFT_OUT.test(each) })
  }
  for (const path of ['node_modules', 'apps/console']) symlinkSync(join(ROOT, path), join(folder, path))
  for (let nth = 1; nth <= moreMigrations; nth += 1) {
    const step = `{ version: ENTITY_MIGRATIONS.length + 1, sql: 'CREATE TABLE synthetic_${nth} (id TEXT) STRICT' }`
    appendFileSync(
      join(folder, 'apps/platform/src/store/entityMigrations.ts'),
      `;(ENTITY_MIGRATIONS as Migration[]).push(${step})\n`,
    )
  }
  appendFileSync(join(folder, 'apps/platform/src/cli/commandLine.ts'), code)
  const info = { name, version: name, commit: 'abcdef123456', arch: process.arch }
  writeFileSync(join(folder, 'release.json'), JSON.stringify(info))
  if (publicKey) writeFileSync(join(folder, 'release-key.pem'), publicKey.export({ type: 'spki', format: 'pem' }))
  const root = 'root=$(dirname "$(dirname "$(readlink -f "$0")")")'
  const script = `#!/bin/sh\n${root}\n${first}\nexec ${process.execPath} "$root/scripts/greenwave.mjs" "$@"\n`
  writeFileSync(join(folder, 'bin/greenwave'), script, { mode: 0o755 })
}

/** Packs a release into a signed `.tar.gz` in a folder of its own, and returns the file. */
export function packSyntheticRelease(folder: string, release: string, privateKey: KeyObject): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `greenwave-${basename(release)}-linux-${process.arch}.tar.gz`)
  const { status, stderr } = spawnSync('tar', ['-czf', file, '-C', dirname(release), basename(release)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
  const sums = Buffer.from(`${sum}  ${basename(file)}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, sums, privateKey))
  return file
}
