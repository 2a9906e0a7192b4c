import { Worker } from 'node:worker_threads'
import type { NumberedAsk, ThreadAnswer } from './threadMessages.ts'

interface Waiting<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/** The log that a thread's failures go to. */
interface ThreadLog {
  error(details: object, message: string): void
}

/** The script of a thread, and its name in the log. */
export interface ThreadStart {
  readonly script: URL
  /** The script's `workerData`; the log names the thread by its role. */
  readonly data: { readonly role: string; readonly [name: string]: unknown }
  /** Log message for an error that belongs to no ask. */
  readonly strayFailure: string
  /**
   * Memory for short-lived objects, MB. By default Node gives each thread as much as the main thread, and few threads
   * need that.
   */
  readonly youngMb?: number
}

/**
 * Creates a worker thread that starts at the first ask, and again after it has died. It answers asks in order.
 * @param closeAsk the ask that makes the thread close its files
 */
export function createAskingThread<Ask extends { readonly ask: string }, Result>(
  { script, data, strayFailure, youngMb }: ThreadStart,
  closeAsk: Ask,
  log: ThreadLog,
) {
  let worker: Worker | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting<Result>>()

  const end = (ended: Worker, error: Error): void => {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const launch = (): Worker => {
    const launched = new Worker(script, {
      workerData: data,
      ...(youngMb === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: youngMb } }),
    })
    launched.on('message', (answer: ThreadAnswer<Result>) => {
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (!('error' in answer)) {
        asker?.resolve(answer.result)
        return
      }
      const error = Object.assign(new Error(answer.error.message), { code: answer.error.code })
      if (asker) asker.reject(error)
      else log.error({ err: error }, strayFailure)
    })
    launched.on('error', (error) => {
      log.error({ err: error, role: data.role }, 'A storage thread failed; it is started again when next needed')
      end(launched, error instanceof Error ? error : new Error(String(error)))
    })
    launched.on('exit', () => end(launched, new Error('The storage thread has ended')))
    return launched
  }

  const ask = (what: Ask): Promise<Result> => {
    if (closed) return Promise.reject(new Error('The store is closed'))
    worker ??= launch()
    const target = worker
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      target.postMessage({ ...what, id } satisfies NumberedAsk<Ask>)
    })
  }

  return {
    /** Starts the thread before the first ask. */
    start(): void {
      worker ??= launch()
    },
    ask,
    async close(): Promise<void> {
      const closing = worker
      const ended = closing && ask(closeAsk)
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
