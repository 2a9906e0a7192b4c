import { parentPort } from 'node:worker_threads'
import { BEAT, BEAT_EVERY_MS } from '@greenwave/client/program/heartbeat'
import { describeError, type NumberedAsk, type ThreadAnswer } from './threadMessages.ts'

/**
 * Runs inside a worker: passes each ask of the owner to `serve`, in order, and posts its result. A promise is posted
 * when it settles. Takes no more asks after `close`. Meanwhile sends signs of life, which stop when the thread stands
 * still.
 */
export function answerAsks<Ask extends { readonly ask: string }, Result>(
  serve: (ask: Ask) => Result | Promise<Result>,
): void {
  const answer = (request: NumberedAsk<Ask>): ThreadAnswer<Result> | Promise<ThreadAnswer<Result>> => {
    const { id } = request
    try {
      const result = serve(request)
      if (!(result instanceof Promise)) return { id, result }
      return result.then(
        (later) => ({ id, result: later }),
        (error: unknown) => ({ id, error: describeError(error) }),
      )
    } catch (error) {
      return { id, error: describeError(error) }
    }
  }
  setInterval(() => parentPort?.postMessage(BEAT), BEAT_EVERY_MS).unref()
  parentPort?.on('message', (request: NumberedAsk<Ask>) => {
    const answered = answer(request)
    if (answered instanceof Promise) void answered.then((later) => parentPort?.postMessage(later))
    else parentPort?.postMessage(answered)
    if (request.ask === 'close') parentPort?.close()
  })
}

/** Reports a failure that belongs to no ask to the owner. */
export function reportStray(error: unknown): void {
  parentPort?.postMessage({ id: 0, error: describeError(error) } satisfies ThreadAnswer<never>)
}
