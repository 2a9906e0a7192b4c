/** The worker thread behind fileStorage.ts: commits batches and settles them, or reads history. */
import { parentPort, workerData } from 'node:worker_threads'
import { openHistoryReader } from './historyReader.ts'
import { openValueWriter } from './valueWriter.ts'
import type { WorkerAnswer, WorkerRequest, WorkerResult, WorkerStart } from './workerMessages.ts'

/** How often a writer that nobody writes to looks for something to settle, milliseconds. */
const IDLE_LOOK_MS = 5000
/** Pause after settling has failed, milliseconds: every commit would try it again, and tell. */
const RETRY_PAUSE_MS = 1000

const start: WorkerStart = workerData
const serve = start.role === 'writer' ? serveWriter() : serveReader()

parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(answer(request))
  if (request.ask === 'close') parentPort?.close()
})

function answer(request: WorkerRequest): WorkerAnswer {
  try {
    return { id: request.id, result: serve(request) }
  } catch (error) {
    return { id: request.id, error: describe(error) }
  }
}

function describe(error: unknown): { message: string; code: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error), code: undefined }
  return { message: error.message, code: 'code' in error ? String(error.code) : undefined }
}

function serveWriter(): (request: WorkerRequest) => WorkerResult {
  const writer = openValueWriter(start.files)
  let next: NodeJS.Immediate | undefined
  let pausedUntil = 0
  // Nothing is lost: the journal keeps what could not be settled, and a later look, or the next start, tries again.
  const tellUnsettled = (error: unknown): void =>
    parentPort?.postMessage({ id: 0, error: describe(error) } satisfies WorkerAnswer)
  const workOn = (): void => {
    if (performance.now() < pausedUntil) return
    next ??= setImmediate(() => {
      next = undefined
      try {
        if (writer.work()) workOn()
      } catch (error) {
        pausedUntil = performance.now() + RETRY_PAUSE_MS
        tellUnsettled(error)
      }
    })
  }
  setInterval(workOn, IDLE_LOOK_MS).unref()
  workOn()

  return (request) => {
    switch (request.ask) {
      case 'commit':
        writer.commit(request.batch)
        workOn()
        return undefined
      case 'recent':
        return writer.recentSamples(request.query.device, request.query.startTs, request.query.endTs)
      case 'erase':
        writer.eraseValues(request.query)
        return undefined
      case 'close':
        clearImmediate(next)
        try {
          writer.close()
        } catch (error) {
          tellUnsettled(error)
        }
        return undefined
      case 'history':
        throw new Error('The writer does not read history')
    }
  }
}

function serveReader(): (request: WorkerRequest) => WorkerResult {
  const { telemetryFile, historyFolder } = start.files
  const reader = openHistoryReader(telemetryFile, historyFolder)
  return (request) => {
    if (request.ask === 'history') return reader.read(request.query, request.recent)
    if (request.ask === 'close') reader.close()
    return undefined
  }
}
