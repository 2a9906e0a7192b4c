/** The thread behind mainThreadGuard.ts. */
import { write } from 'node:fs'
import process from 'node:process'
import { parentPort } from 'node:worker_threads'
import { mainTaskOf, waitedForProcessorMs, watchBeats } from './heartbeat.ts'

/** A main thread without a sign of life for so many seconds hangs. */
const HANGS_S = 7
/** Time for the last line of the log to be written, milliseconds. */
const LAST_LINE_MS = 200
const STANDARD_ERROR = 2

let isEnding = false
const beats = watchBeats(
  (seconds) => {
    if (seconds < HANGS_S || isEnding) return
    isEnding = true
    const msg = `The main thread has stood still for ${seconds} s: this process ends, to be started again. Nothing acknowledged is lost`
    // The thread pool writes it: a reader that has stopped does not delay the end.
    write(STANDARD_ERROR, `${JSON.stringify({ level: 60, time: new Date().toISOString(), msg })}\n`, () => {})
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), LAST_LINE_MS)
  },
  () => waitedForProcessorMs(mainTaskOf(process.pid)),
)
parentPort?.on('message', () => beats.beat())
