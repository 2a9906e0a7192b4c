import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import {
  type Beat,
  type BeatWatch,
  isBeat,
  startThread,
  waitedForProcessorMs,
  watchBeats,
} from '@greenwave/client/program/heartbeat'
import { type Health, reportDamage } from '../meter/readiness.ts'
import { DAMAGED_CODE, type NumberedAsk, type ThreadAnswer } from './threadMessages.ts'

/** A thread without a sign of life for so many seconds stands still, and is reported. */
const STANDS_STILL_S = 5
/** After so many it is given up: with a restart and the start of a watcher, a hold still ends within 20 s of its time. */
const GIVEN_UP_S = 7
/** A thread that starts may take so many more, for files that an earlier run left unfinished. */
const START_S = 20

/** Memory of a thread for short-lived objects, MB: a fourth of what the main thread has. */
const YOUNG_MB = 6
// The flag with which a process is started is that of all its threads, and would overrule each one's own limit. The main
// thread has its memory already.
setFlagsFromString('--max-semi-space-size=0')

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
   * Whether a thread that stands still is replaced, and its asks fail. One that writes is not: what it has begun may
   * still reach the disk after it was refused.
   */
  readonly isReplaceable: boolean
}

/**
 * Creates a worker thread that starts at the first ask, and again after it has died. It answers asks in order.
 * @param closeAsk the ask that makes the thread close its files
 */
export function createAskingThread<Ask extends { readonly ask: string }, Result>(
  { script, data, strayFailure, isReplaceable }: ThreadStart,
  closeAsk: Ask,
  log: ThreadLog,
  health: Health,
) {
  let worker: Worker | undefined
  let lastId = 0
  let closed = false
  const waiting = new Map<number, Waiting<Result>>()
  const part = `thread "${data.role}"`
  let beats: BeatWatch | undefined

  const damages = new Set<string>()
  /** Reports a damaged file once: each read of it fails again. */
  const onDamage = (message: string): void => {
    reportDamage(health, message)
    if (damages.has(message)) return
    damages.add(message)
    log.error({ role: data.role }, message)
  }

  const end = (ended: Worker, error: Error): void => {
    if (worker !== ended) return
    worker = undefined
    beats?.stop()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const launch = (): Worker => {
    const { started: launched, task } = startThread(
      () => new Worker(script, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
    )
    let patience = START_S
    let isReported = false
    const onMissing = (seconds: number): void => {
      const since = seconds - patience
      if (since >= STANDS_STILL_S && !isReported) {
        isReported = true
        const next = isReplaceable ? 'it will be replaced' : 'the process will end, to be started again'
        const text = `has stood still for ${seconds} s: see that its disk answers; if it goes on, ${next}`
        log.error({ role: data.role, seconds }, `The ${part} ${text}`)
        health.report(part, { text, isBlocking: true })
      }
      if (since < GIVEN_UP_S) return
      if (!isReplaceable) {
        health.giveUp(`The ${part} has stood still for ${seconds} s. Nothing acknowledged is lost`)
        return
      }
      log.error({ role: data.role, seconds }, `The ${part} did not go on, and is replaced`)
      end(launched, new Error(`The ${part} stood still and was replaced: try again`))
      health.report(part, undefined)
      // Ends at once, or when the disk lets go of it.
      void launched.terminate()
    }
    const watch = watchBeats(onMissing, () => (task === undefined ? 0 : waitedForProcessorMs(task)))
    beats = watch
    const onBeat = (): void => {
      patience = 0
      watch.beat()
      if (!isReported) return
      isReported = false
      log.error({ role: data.role }, `The ${part} goes on`)
      health.report(part, undefined)
    }
    launched.on('message', (answer: ThreadAnswer<Result> | Beat) => {
      if (isBeat(answer)) return onBeat()
      const asker = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (!('error' in answer)) {
        asker?.resolve(answer.result)
        return
      }
      const error = Object.assign(new Error(answer.error.message), { code: answer.error.code })
      if (error.code === DAMAGED_CODE) onDamage(error.message)
      if (asker) asker.reject(error)
      else log.error({ err: error }, strayFailure)
    })
    launched.on('error', (error) => {
      log.error({ err: error, role: data.role }, 'A storage thread failed; it restarts when next needed')
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
      // The writer settles everything while it closes, which may take long.
      beats?.stop()
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
