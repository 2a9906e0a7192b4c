/** @file Ends this process when its main thread hangs, which no timer of that thread can notice. */
import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { BEAT, BEAT_EVERY_MS } from './heartbeat.ts'

/** Memory of the guarding thread, MB. */
const GUARD_MB = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 }

/**
 * Starts a thread that kills this process when its main thread has given no sign of life for 9 s, so that its
 * supervisor starts it again. Returns a function that ends the guard. Under a debugger, whose breakpoints stop the main
 * thread, there is none.
 */
export function guardMainThread(): () => void {
  if (debuggerUrl() !== undefined) return () => {}
  const guard = new Worker(new URL('./mainThreadGuardWorker.ts', import.meta.url), { resourceLimits: GUARD_MB })
  // Without the guard the process works on.
  guard.on('error', () => {})
  guard.unref()
  const beats = setInterval(() => guard.postMessage(BEAT), BEAT_EVERY_MS).unref()
  return () => {
    clearInterval(beats)
    void guard.terminate()
  }
}
