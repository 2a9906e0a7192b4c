import { Worker } from 'node:worker_threads'
import type { StoreLog } from '../store/storeLog.ts'
import type { WorkerAnswer, WorkerRequest, WorkerResult, WorkerStart } from './workerMessages.ts'

/** An ask without its number. */
type Ask = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

interface Waiting {
  readonly resolve: (result: WorkerResult) => void
  readonly reject: (error: Error) => void
}

/** A worker thread, started at the first ask and again after it has died. Asks are answered in their order. */
export function createStorageThread(start: WorkerStart, log: StoreLog) {
  let worker: Worker | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting>()

  const end = (ended: Worker, error: Error): void => {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const launch = (): Worker => {
    const launched = new Worker(new URL('./storageWorker.ts', import.meta.url), { workerData: start })
    launched.on('message', (answer: WorkerAnswer) => {
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (!('error' in answer)) {
        asker?.resolve(answer.result)
        return
      }
      const error = Object.assign(new Error(answer.error.message), { code: answer.error.code })
      if (asker) asker.reject(error)
      else log.error({ err: error }, 'Values could not be moved from the journal to history and tables; trying again')
    })
    launched.on('error', (error) => {
      log.error({ err: error, role: start.role }, 'A storage thread failed; it is started again when next needed')
      end(launched, error instanceof Error ? error : new Error(String(error)))
    })
    launched.on('exit', () => end(launched, new Error('The storage thread has ended')))
    return launched
  }

  const ask = (what: Ask): Promise<WorkerResult> => {
    if (closed) return Promise.reject(new Error('The store is closed'))
    worker ??= launch()
    const target = worker
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      target.postMessage({ ...what, id })
    })
  }

  return {
    /** Starts the thread before anything is asked of it. */
    start(): void {
      worker ??= launch()
    },
    ask,
    async close(): Promise<void> {
      const closing = worker
      const ended = closing && ask({ ask: 'close' })
      closed = true
      if (!closing) return
      try {
        await ended
      } finally {
        worker = undefined
        await closing.terminate()
      }
    },
  }
}
