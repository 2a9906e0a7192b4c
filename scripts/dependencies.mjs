/**
 * @file `npm run dependencies`: checks the lock file, without network access. No package may run a program at its
 * installation, be deprecated, lack a checksum, or have a licence that cannot be shipped.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { faultsOf } from './lib/lockFile.mjs'
import { ROOT } from './lib/root.mjs'

const faults = faultsOf(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
