import type { CallName } from '@greenwave/contract/wire/calls/calls'
import type { CallApi } from '../callTypes.ts'

/** What a call is asked with, as far as a test looks at it. */
export interface PlayedArguments {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** Returns the calls of a platform that a test plays: each is answered as the test says, by its name and arguments. */
export function playedCalls(answer: (name: CallName, args: PlayedArguments) => unknown): CallApi {
  // Only the test knows whether what it answers is a reply of the call.
  return async (name, ...[args]) => (await answer(name, args ?? {})) as never
}
