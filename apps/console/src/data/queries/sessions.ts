import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { ApiError } from '../apiErrors.ts'
import { callUsers } from '../userApi.ts'
import { isGreenwave } from './system.ts'

const sessionKeys = {
  all: ['sessions'] as const,
  own: ['sessions', 'own'] as const,
  ofUser: (userId: string) => ['sessions', 'of', userId] as const,
}

/** Sessions can begin and end elsewhere, so an open list is read again this often, milliseconds. */
const READ_AGAIN_MS = 30_000

/** Reads the caller's own sessions, the most recently used first; null on a platform without lists of sessions. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: sessionKeys.own,
    queryFn: async ({ client, signal }) => ((await isGreenwave(client)) ? callUsers('ownSessions', { signal }) : null),
    refetchInterval: ({ state }) => (state.data === null ? false : READ_AGAIN_MS),
  })
}

/** Reads another user's sessions. */
export function userSessionsQuery(userId: string) {
  return queryOptions({
    queryKey: sessionKeys.ofUser(userId),
    queryFn: ({ signal }) => callUsers('userSessions', { params: { userId }, signal }),
    refetchInterval: READ_AGAIN_MS,
  })
}

/** Returns whether the platform does not know a call, or what it names. */
export function isMissingCall(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 405)
}

/** Awaits the end of a session. If it has already ended, that is not an error. */
async function orEnded(ending: Promise<unknown>): Promise<void> {
  await ending.catch((error: unknown) => {
    if (!isMissingCall(error)) throw error
  })
}

/** Ends one of the caller's sessions. */
export const endOwnSessionMutation = mutationOptions({
  mutationFn: (sessionId: string) => orEnded(callUsers('endOwnSession', { params: { sessionId } })),
  onSuccess: (_reply, _id, _result, { client }) => client.invalidateQueries({ queryKey: sessionKeys.all }),
})

/** Ends the caller's other sessions. */
export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => callUsers('endOtherSessions'),
  onSuccess: (_reply, _nothing, _result, { client }) => client.invalidateQueries({ queryKey: sessionKeys.all }),
})

/** Ends one session of another user, or all of them when no session is given. */
export const endUserSessionsMutation = mutationOptions({
  mutationFn: ({ userId, sessionId }: { userId: string; sessionId?: string }) =>
    orEnded(
      sessionId === undefined
        ? callUsers('endUserSessions', { params: { userId } })
        : callUsers('endUserSession', { params: { userId, sessionId } }),
    ),
  onSuccess: (_reply, _of, _result, { client }) => client.invalidateQueries({ queryKey: sessionKeys.all }),
})
