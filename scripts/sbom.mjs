/**
 * @file `npm run sbom [-- FILE]`: writes a CycloneDX document of what is shipped, with versions, checksums and
 * licences, from the lock file alone. Default file: `dist/sbom.cdx.json`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { ROOT } from './lib/root.mjs'
import { runMain } from './lib/say.mjs'
import { sbomOf } from './lib/sbomOf.mjs'

await runMain(async () => {
  const file = resolve(ROOT, process.argv[2] ?? 'dist/sbom.cdx.json')
  const sbom = sbomOf(ROOT, new Date())
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(sbom, null, 2)}\n`)
  process.stdout.write(`${file}: ${sbom.components.length} packages\n`)
})
