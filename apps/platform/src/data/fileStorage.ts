import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { migrate } from '../store/migrate.ts'
import type { StoreLog } from '../store/storeLog.ts'
import type { ValueStorage } from './commitBatch.ts'
import { TELEMETRY_MIGRATIONS } from './dataMigrations.ts'
import { createStoredValues } from './storedValues.ts'
import type { ValueFiles } from './valueWriter.ts'
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './workerMessages.ts'

/** An ask without its number. */
type Ask = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** A worker thread, started at the first ask and again after it has died. */
function createThread(start: WorkerStart, log: StoreLog) {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, { resolve: (rows: string) => void; reject: (error: Error) => void }>()

  const failAll = (error: Error): void => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const launch = (): Worker => {
    const launched = new Worker(new URL('./storageWorker.ts', import.meta.url), { workerData: start })
    launched.on('message', (answer: WorkerAnswer) => {
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('error' in answer) asker?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }))
      else asker?.resolve(answer.rows ?? '')
    })
    launched.on('error', (error) => {
      log.error({ err: error, role: start.role }, 'A storage thread failed; it is started again when next needed')
      if (worker === launched) worker = undefined
      failAll(error instanceof Error ? error : new Error(String(error)))
    })
    launched.on('exit', () => {
      if (worker === launched) worker = undefined
      failAll(new Error('The storage thread has ended'))
    })
    return launched
  }

  return {
    ask(ask: Ask): Promise<string> {
      worker ??= launch()
      const target = worker
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        target.postMessage({ ...ask, id })
      })
    },
    async close(): Promise<void> {
      const closing = worker
      if (!closing) return
      await this.ask({ ask: 'close' })
      await closing.terminate()
    },
  }
}

/** Storage in files, behind two worker threads: one commits, one reads history. */
export function openFileStorage(files: ValueFiles, log: StoreLog): ValueStorage {
  const db = new DatabaseSync(files.telemetryFile, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL')
  migrate(db, files.telemetryFile, TELEMETRY_MIGRATIONS)
  const writer = createThread({ role: 'writer', files }, log)
  const reader = createThread({ role: 'reader', files }, log)
  return {
    stored: createStoredValues(db),
    commit: async (batch) => {
      await writer.ask({ ask: 'commit', batch })
    },
    history: (query) => reader.ask({ ask: 'history', query }),
    async close() {
      await reader.close()
      await writer.close()
      db.close()
    },
  }
}
