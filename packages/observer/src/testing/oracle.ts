/**
 * A slow second opinion: it reads a whole history, looks back from each moment as far as a rule needs, and says which
 * incidents were open from when to when. It shares no code with the observer. It takes each message as a whole sample, so
 * it knows nothing of samples in parts.
 */
import { type Episode, type History, inOrder } from './history.ts'
import { ofConnection } from './oracleConnection.ts'
import { ofLamps } from './oracleLamps.ts'
import { secondsOf } from './oracleSeconds.ts'

/** Returns the episodes of all incidents that a history must raise. */
export function oracle(history: History): readonly Episode[] {
  return inOrder([...ofLamps(secondsOf(history), history), ...ofConnection(history)])
}
