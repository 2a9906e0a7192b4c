import { parentPort } from 'node:worker_threads'
import { describeError, type NumberedAsk, type ThreadAnswer } from './threadMessages.ts'

/**
 * Serves the asks of an asking thread's owner, in their order, from inside of the worker; one whose result is a promise is answered
 * once that is settled. After `close` it takes no more.
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
  parentPort?.on('message', (request: NumberedAsk<Ask>) => {
    const answered = answer(request)
    if (answered instanceof Promise) void answered.then((later) => parentPort?.postMessage(later))
    else parentPort?.postMessage(answered)
    if (request.ask === 'close') parentPort?.close()
  })
}

/** Tells the owner of a failure that belongs to no ask. */
export function reportStray(error: unknown): void {
  parentPort?.postMessage({ id: 0, error: describeError(error) } satisfies ThreadAnswer<never>)
}
