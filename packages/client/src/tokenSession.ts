import type { CallSession } from './createClient.ts'

/** Returns a session with one token that is never renewed. With null, calls are made without a token. */
export function tokenSession(token: string | null): CallSession {
  return { tokenForCall: async () => token, onUnauthorized: () => null }
}
