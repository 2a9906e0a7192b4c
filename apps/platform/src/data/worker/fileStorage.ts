import { DatabaseSync } from 'node:sqlite'
import { type Health, NO_HEALTH } from '../../meter/readiness.ts'
import { writeIdentity } from '../../sqlite/identity.ts'
import { migrate } from '../../sqlite/migrate.ts'
import { createPrivateFile, watchPresence } from '../../sqlite/privateFiles.ts'
import type { StoreLog } from '../../sqlite/storeLog.ts'
import { createAskingThread } from '../../threads/askingThread.ts'
import { readClock } from '../clock/believedClock.ts'
import { takeHistoryFiles } from '../history/historyFiles.ts'
import { createStoredValues } from '../journal/storedValues.ts'
import { TELEMETRY_MIGRATIONS } from '../journal/telemetryMigrations.ts'
import type { HistoryPiece } from '../port/historyQuery.ts'
import type { ValueStorage } from '../port/valueStorage.ts'
import type { ValueFiles } from './valueWriter.ts'
import type { StorageAsk, WorkerResult, WorkerStart } from './workerMessages.ts'

/**
 * Opens the storage in files. One worker thread commits and another reads history, so that reading never delays a
 * commit.
 */
export function openFileStorage(
  files: ValueFiles,
  identity: { readonly installation: string; readonly telemetry: string },
  log: StoreLog,
  health: Health = NO_HEALTH,
): ValueStorage {
  createPrivateFile(files.telemetryFile)
  const db = new DatabaseSync(files.telemetryFile, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL')
  migrate(db, files.telemetryFile, TELEMETRY_MIGRATIONS)
  db.exec('PRAGMA synchronous = FULL')
  writeIdentity(db, identity)
  takeHistoryFiles(files.historyFolder, db, identity.telemetry)
  const clock = readClock(db)
  const stored = createStoredValues(db)
  const checkPresence = watchPresence(files.telemetryFile)
  const writer = createStorageThread({ role: 'writer', files }, log, health)
  writer.start()
  const reader = createStorageThread({ role: 'reader', files }, log, health)
  let lastCursor = 0

  return {
    stored,
    clock,
    commit: async (batch) => {
      // Checks before, so that nothing is written to a folder that was moved away and came back; and after, before the
      // commit is acknowledged.
      checkPresence()
      await writer.ask({ ask: 'commit', batch })
      checkPresence()
    },
    history(query, form) {
      lastCursor += 1
      const cursor = lastCursor
      let isOpen = false
      const pieceOf = async (asked: Promise<WorkerResult>): Promise<HistoryPiece> => {
        const piece = await asked
        if (piece === undefined || !('text' in piece)) throw new Error('The reader of history answered nothing')
        isOpen = !piece.isLast
        return piece
      }
      return {
        async next() {
          if (isOpen) return pieceOf(reader.ask({ ask: 'more', cursor }))
          // Asks for recent messages first: one that is settled in between is then found in the files.
          const found = await writer.ask({ ask: 'recent', query })
          const recent = found !== undefined && !('text' in found) ? found : []
          return pieceOf(reader.ask({ ask: 'history', cursor, query, form, recent }))
        },
        cancel() {
          // If the reader thread has ended meanwhile, its answers are closed too.
          if (isOpen) reader.ask({ ask: 'cancel', cursor }).catch(() => {})
        },
      }
    },
    async erase(query) {
      await writer.ask({ ask: 'erase', query })
    },
    async close() {
      await reader.close()
      await writer.close()
      db.close()
    },
  }
}

/** Creates a thread that commits values or reads history. */
function createStorageThread(data: WorkerStart, log: StoreLog, health: Health) {
  return createAskingThread<StorageAsk, WorkerResult>(
    {
      script: new URL('./storageWorker.ts', import.meta.url),
      data,
      strayFailure: 'Values could not be moved from the journal to history and tables; trying again',
      isReplaceable: data.role === 'reader',
    },
    { ask: 'close' },
    log,
    health,
  )
}
