/**
 * Calls about sessions. Calls that only this product has are under a path of their own, so that no other platform can
 * mean something else by them.
 */
import * as z from 'zod/mini'
import { Uuid } from '../ids.ts'
import { Session } from '../sessions.ts'
import { defineCalls } from './call.ts'
import { userId } from './parts.ts'

export const sessionCalls = defineCalls({
  ownSessions: {
    method: 'GET',
    path: '/api/greenwave/sessions',
    reply: z.array(Session),
    summary: "The caller's sessions, the one used last first",
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/api/greenwave/sessions/:sessionId',
    params: z.object({ sessionId: Uuid }),
    writes: 'session',
    summary: "End one of the caller's sessions",
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/greenwave/sessions',
    writes: 'session',
    summary: "End all of the caller's sessions but this one",
  },
  userSessions: {
    method: 'GET',
    path: '/api/greenwave/user/:userId/sessions',
    params: userId,
    reply: z.array(Session),
    summary: "A user's sessions, the one used last first",
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/greenwave/user/:userId/sessions/:sessionId',
    params: z.object({ userId: Uuid, sessionId: Uuid }),
    writes: 'session',
    summary: "End one of a user's sessions",
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/greenwave/user/:userId/sessions',
    params: userId,
    writes: 'session',
    summary: "End a user's sessions",
  },
})
