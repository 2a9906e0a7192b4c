import type { CallSession } from './createClient.ts'

/** Returns a session of one token that is never renewed; with null every call goes out as nobody's. */
export function tokenSession(token: string | null): CallSession {
  return { tokenForCall: async () => token, onUnauthorized: () => null }
}
