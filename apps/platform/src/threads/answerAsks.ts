import { parentPort } from 'node:worker_threads'
import { describeError, type NumberedAsk, type ThreadAnswer } from './threadMessages.ts'

/** Serves the asks of an asking thread's owner, in their order, from inside of the worker. After `close` it takes no more. */
export function answerAsks<Ask extends { readonly ask: string }, Result>(serve: (ask: Ask) => Result): void {
  const answer = (request: NumberedAsk<Ask>): ThreadAnswer<Result> => {
    try {
      return { id: request.id, result: serve(request) }
    } catch (error) {
      return { id: request.id, error: describeError(error) }
    }
  }
  parentPort?.on('message', (request: NumberedAsk<Ask>) => {
    parentPort?.postMessage(answer(request))
    if (request.ask === 'close') parentPort?.close()
  })
}

/** Tells the owner of a failure that belongs to no ask. */
export function reportStray(error: unknown): void {
  parentPort?.postMessage({ id: 0, error: describeError(error) } satisfies ThreadAnswer<never>)
}
