/** Builds the HTTP request of a call from its row in the contract's table. */
import type { Call } from '@greenwave/contract/wire/calls/calls'
import type { FetchInit } from './transport.ts'

/**
 * The arguments of a call: path parameters by name, query parameters (a list repeats its key, undefined is left out), a
 * body.
 */
export interface CallParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * Returns path and query of a call. Does not check parameters, but they are encoded and cannot lead to another path.
 */
export function addressOfRow({ path }: Call, { params, query }: CallParts): string {
  return fillPath(path, params) + queryText(query)
}

/**
 * Returns the init argument of `fetch` for a call, with or without a token. If the contract says `bodyAs: 'text'`, a
 * body that is a string is sent unchanged.
 */
export function requestOfRow({ method, bodyAs }: Call, parts: CallParts, token: string | null): FetchInit {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (token) headers['X-Authorization'] = `Bearer ${token}`
  if (parts.body === undefined) return { method, headers }
  if (bodyAs === 'form') {
    // The sender adds the Content-Type.
    const form = new FormData()
    for (const [name, value] of Object.entries(parts.body ?? {})) form.append(name, value)
    return { method, headers, body: form }
  }
  headers['Content-Type'] = 'application/json'
  // Text keeps what JSON.parse would lose, such as the digits of a long number.
  const isWritten = bodyAs === 'text' && typeof parts.body === 'string'
  return { method, headers, body: isWritten ? String(parts.body) : JSON.stringify(parts.body) }
}

function fillPath(path: string, params: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  return path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(values.get(key))))
}

function queryText(query: unknown): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(key, String(one))
  }
  const text = search.toString()
  return text && `?${text}`
}
