/** The token pair in local storage, shared by all tabs under the keys `token` and `refreshToken`. */
import type { TokenPair } from '@greenwave/contract/auth'

export const TOKEN_KEY = 'token'
export const REFRESH_TOKEN_KEY = 'refreshToken'

/** What of the browser's storage is used. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface TokenStore {
  accessToken(): string | null
  refreshToken(): string | null
  write(tokens: TokenPair): void
  clear(): void
}

/** Reads and writes the pair. A storage that throws (blocked, full) leaves the pair in memory: signed in until the tab closes. */
export function createTokenStore(storage: TokenStorage): TokenStore {
  const memory = new Map<string, string>()
  const read = (key: string): string | null => {
    try {
      return storage.getItem(key) ?? memory.get(key) ?? null
    } catch {
      return memory.get(key) ?? null
    }
  }
  const put = (key: string, value: string): void => {
    try {
      storage.setItem(key, value)
      memory.delete(key)
    } catch {
      memory.set(key, value)
    }
  }
  const remove = (key: string): void => {
    memory.delete(key)
    try {
      storage.removeItem(key)
    } catch {
      // Nothing was stored there either.
    }
  }
  return {
    accessToken: () => read(TOKEN_KEY),
    refreshToken: () => read(REFRESH_TOKEN_KEY),
    // The access token goes last and leaves first: other tabs act on its change and must find the refresh token in place.
    write(tokens) {
      put(REFRESH_TOKEN_KEY, tokens.refreshToken)
      put(TOKEN_KEY, tokens.token)
    },
    clear() {
      remove(TOKEN_KEY)
      remove(REFRESH_TOKEN_KEY)
    },
  }
}
