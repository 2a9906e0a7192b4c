import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { ApiError } from '../apiErrors.ts'

const sessionKeys = {
  all: ['sessions'] as const,
  own: ['sessions', 'own'] as const,
  ofUser: (userId: string) => ['sessions', 'of', userId] as const,
}

/** Who is signed in changes elsewhere; an open list is read again this often, milliseconds. */
const READ_AGAIN_MS = 30_000

/** The caller's own sessions, the one used last first. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: sessionKeys.own,
    queryFn: ({ signal }) => callApi('ownSessions', { signal }),
    refetchInterval: ({ state }) => (isMissingCall(state.error) ? false : READ_AGAIN_MS),
  })
}

/** Another user's sessions. */
export function userSessionsQuery(userId: string) {
  return queryOptions({
    queryKey: sessionKeys.ofUser(userId),
    queryFn: ({ signal }) => callApi('userSessions', { params: { userId }, signal }),
    refetchInterval: READ_AGAIN_MS,
  })
}

/** Returns true if the platform has no such call: sessions are known to Greenwave's own alone. */
export function isMissingCall(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 405)
}

/** Ends something that may have ended by itself meanwhile, which is no failure. */
async function orEnded(ending: Promise<unknown>): Promise<void> {
  await ending.catch((error: unknown) => {
    if (!isMissingCall(error)) throw error
  })
}

/** Ends one of the caller's sessions. */
export const endOwnSessionMutation = mutationOptions({
  mutationFn: (sessionId: string) => orEnded(callApi('endOwnSession', { params: { sessionId } })),
  onSuccess: (_reply, _id, _result, { client }) => client.invalidateQueries({ queryKey: sessionKeys.all }),
})

/** Ends the caller's sessions but this one. */
export const endOtherSessionsMutation = mutationOptions({
  mutationFn: () => callApi('endOtherSessions'),
  onSuccess: (_reply, _nothing, _result, { client }) => client.invalidateQueries({ queryKey: sessionKeys.all }),
})

/** Ends one session of another user, or (no session) all of them. */
export const endUserSessionsMutation = mutationOptions({
  mutationFn: ({ userId, sessionId }: { userId: string; sessionId?: string }) =>
    orEnded(
      sessionId === undefined
        ? callApi('endUserSessions', { params: { userId } })
        : callApi('endUserSession', { params: { userId, sessionId } }),
    ),
  onSuccess: (_reply, _of, _result, { client }) => client.invalidateQueries({ queryKey: sessionKeys.all }),
})
