/** The token pair in local storage, shared by all tabs under the keys `token` and `refreshToken`. */
import type { TokenPair } from '@greenwave/contract/wire/auth'

export const TOKEN_KEY = 'token'
export const REFRESH_TOKEN_KEY = 'refreshToken'

/** The part of the browser's storage that is used. */
export type TokenStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The stored token pair. Writing and clearing always affect both tokens. */
export interface TokenStore {
  accessToken(): string | null
  refreshToken(): string | null
  write(tokens: TokenPair): void
  clear(): void
}

/**
 * Creates the store of the token pair. When the storage throws (blocked, full), the pair stays in memory, and the user
 * is signed in until the tab closes.
 */
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
      // Then nothing was stored there either.
    }
  }
  return {
    accessToken: () => read(TOKEN_KEY),
    refreshToken: () => read(REFRESH_TOKEN_KEY),
    // The access token is written last and removed first: other tabs react to it and must find the right refresh token.
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
