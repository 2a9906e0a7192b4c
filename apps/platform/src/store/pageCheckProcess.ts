/** The process behind pageCheck.ts: reads one file after the other, and rests after each for as long as it took. */
import { setPriority } from 'node:os'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreRefused } from '../sqlite/storeRefused.ts'
import { checkDatabase } from './checkDatabase.ts'
import { databaseFiles } from './databaseFiles.ts'
import type { DamageFound } from './pageCheck.ts'

const LOWEST_PRIORITY = 19

// The platform has ended.
process.on('disconnect', () => process.exit())
try {
  setPriority(LOWEST_PRIORITY)
} catch {
  // A service may forbid it; the rests bound the load all the same.
}

const [dataDir = ''] = process.argv.slice(2)
// Those with the newest data first: greenwave.db, records, days.
for (const { path, migrations, depthAtStart } of databaseFiles(dataDir).reverse()) {
  if (depthAtStart === 'pages') continue
  const startMs = performance.now()
  try {
    checkDatabase(path, migrations, 'pages')
  } catch (error) {
    // A file that has expired meanwhile cannot be read; what else cannot be read is reported where it is needed.
    if (error instanceof StoreRefused && error.message.includes(' is damaged (')) {
      process.send?.({ damage: error.message } satisfies DamageFound)
    }
  }
  await pause(performance.now() - startMs)
}
process.disconnect()
