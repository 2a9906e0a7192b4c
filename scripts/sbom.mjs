/**
 * @file `npm run sbom [-- FILE]`: writes a CycloneDX document of what is shipped, with versions, checksums and
 * licences, from the lock file alone. Default file: `dist/sbom.cdx.json`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { ROOT } from './lib/root.mjs'

const file = resolve(ROOT, process.argv[2] ?? 'dist/sbom.cdx.json')
const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only']
const { status, stdout, stderr } = spawnSync('npm', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
if (status === 0) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stdout)
  process.stdout.write(`${file}: ${JSON.parse(stdout).components.length} packages\n`)
} else {
  process.stderr.write(stderr)
  process.exitCode = 1
}
