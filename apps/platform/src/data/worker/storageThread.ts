import type { Health } from '../../meter/readiness.ts'
import type { StoreLog } from '../../sqlite/storeLog.ts'
import { createAskingThread } from '../../threads/askingThread.ts'
import type { StorageAsk, WorkerResult, WorkerStart } from './workerMessages.ts'

/** Creates a thread that commits values or reads history. */
export function createStorageThread(data: WorkerStart, log: StoreLog, health: Health) {
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
