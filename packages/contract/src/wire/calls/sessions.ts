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
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/api/greenwave/sessions/:sessionId',
    params: z.object({ sessionId: Uuid }),
    writes: 'session',
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/greenwave/sessions',
    writes: 'session',
  },
  userSessions: {
    method: 'GET',
    path: '/api/greenwave/user/:userId/sessions',
    params: userId,
    reply: z.array(Session),
  },
  endUserSession: {
    method: 'DELETE',
    path: '/api/greenwave/user/:userId/sessions/:sessionId',
    params: z.object({ userId: Uuid, sessionId: Uuid }),
    writes: 'session',
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/greenwave/user/:userId/sessions',
    params: userId,
    writes: 'session',
  },
})
