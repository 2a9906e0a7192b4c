/** The worker thread behind fileStorage.ts: commits batches or reads history, one request at a time. */
import { parentPort, workerData } from 'node:worker_threads'
import { openHistoryReader } from './historyReader.ts'
import { openValueWriter } from './valueWriter.ts'
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './workerMessages.ts'

const start: WorkerStart = workerData
const { telemetryFile, historyFolder } = start.files
const serve = start.role === 'writer' ? serveWriter() : serveReader()

parentPort?.on('message', (request: WorkerRequest) => {
  parentPort?.postMessage(answer(request))
  if (request.ask === 'close') parentPort?.close()
})

function answer(request: WorkerRequest): WorkerAnswer {
  try {
    const rows = serve(request)
    return rows === undefined ? { id: request.id } : { id: request.id, rows }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { id: request.id, error: { message, code } }
  }
}

function serveWriter(): (request: WorkerRequest) => undefined {
  const writer = openValueWriter(start.files)
  return (request) => {
    if (request.ask === 'commit') writer.commit(request.batch)
    if (request.ask === 'close') writer.close()
    return undefined
  }
}

function serveReader(): (request: WorkerRequest) => string | undefined {
  const reader = openHistoryReader(telemetryFile, historyFolder)
  return (request) => {
    if (request.ask === 'history') return reader.read(request.query)
    if (request.ask === 'close') reader.close()
    return undefined
  }
}
