import type { TokenPair } from '@greenwave/contract/auth'

/** Calls a platform as a person's console does. */
export interface PlatformClient {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
}

/** Signs in; every call of the client rejects with the platform's own words when it is refused. */
export async function signIn(url: string, username: string, password: string): Promise<PlatformClient> {
  let token = ''
  async function call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token === '' ? {} : { 'x-authorization': `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const pair = await call<TokenPair>('POST', '/api/auth/login', { username, password })
  token = pair.token
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  }
}
