/**
 * @file Behind `npm run dependencies`: looks at the lock file alone, without any network. Nothing may run a program when it is
 * installed, be given up by its makers, lack a checksum, or have a licence that cannot be shipped.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { faultsOf } from './lib/lockFile.mjs'
import { ROOT } from './lib/root.mjs'

const faults = faultsOf(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
