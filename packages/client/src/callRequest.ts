/** Builds the HTTP request of any call of the contract by its name, for programs that send it themselves. */
import { type CallName, calls } from '@greenwave/contract/wire/calls/calls'
import { addressOfRow, type CallParts, requestOfRow } from './rowRequest.ts'
import type { FetchInit } from './transport.ts'

/** Returns path and query of a call, as `addressOfRow` does. */
export function addressOf(name: CallName, parts: CallParts = {}): string {
  return addressOfRow(calls[name], parts)
}

/** Returns the init argument of `fetch` for a call, as `requestOfRow` does. */
export function requestOf(name: CallName, parts: CallParts, token: string | null): FetchInit {
  return requestOfRow(calls[name], parts, token)
}
