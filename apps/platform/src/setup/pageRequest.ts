/** @file Requests and answers of the page of a first start. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Language } from './setupPage.ts'

const MOST_BODY_BYTES = 65_536

/** Fields of a form by their names. */
export type Form = ReadonlyMap<string, string>

/** Returns the language that a request wants. */
export function languageOf(url: URL, accepted: string | undefined): Language {
  const named = url.searchParams.get('lang')
  if (named === 'vi' || named === 'en') return named
  return /^\s*vi\b/i.test(accepted ?? '') ? 'vi' : 'en'
}

/** Returns whether a secret is the expected one, in a time that says nothing. */
export function isEqual(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given)
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
}

/** Receives a form. @throws {Error} for one that is too large or none */
export async function receiveForm(request: IncomingMessage): Promise<Form> {
  if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? '')) throw new Error('no form')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes > MOST_BODY_BYTES) throw new Error('the form is too large')
    chunks.push(chunk as Buffer)
  }
  return new Map(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
}

/** Answer to a request. */
export interface Reply {
  readonly status: number
  readonly type: 'text/html' | 'text/plain'
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the page is gone after it. */
  readonly isLast?: true
}

/** Sends the browser elsewhere. */
export const redirectTo = (location: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  ...textReply(303, ''),
  headers: { location, ...headers },
})

/** Returns a page. */
export const pageReply = (status: number, body: string): Reply => ({ status, type: 'text/html', body })

/** Returns a short text. */
export const textReply = (status: number, body: string): Reply => ({ status, type: 'text/plain', body })
