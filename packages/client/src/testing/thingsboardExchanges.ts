/**
 * @file All exchanges that were recorded with a ThingsBoard CE 4.3.1.3 (PostgreSQL, 22 November 2026), in order, for
 * tests.
 */
import { readFileSync } from 'node:fs'

/** A request and its answer. Ids are placeholders `{{name}}`; the body is the text that was sent. */
export interface RecordedRequest {
  readonly n: number
  readonly title: string
  readonly by: 'tenantAdmin' | 'customerUser1' | 'customerUser2'
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: string
  readonly status: number
  /** The Content-Type of an answer that was not empty. */
  readonly contentType?: string
  readonly answer: unknown
}

/** What came on the live socket after a message of the client, or after something else happened (`cause`). */
export interface RecordedFrames {
  readonly n: number
  readonly title: string
  readonly by: RecordedRequest['by']
  readonly send?: { readonly cmds: readonly { readonly type: string; readonly cmdId: number }[] }
  readonly cause?: unknown
  readonly frames: readonly Readonly<Record<string, unknown>>[]
}

/** The messages that a device received over MQTT during one run. */
export interface RecordedPushes {
  readonly n: number
  readonly title: string
  readonly pushes: readonly { readonly topic: string; readonly payload: string }[]
}

export type RecordedExchange = RecordedRequest | RecordedFrames | RecordedPushes

/** How the recording is read: `place` rewrites its text first, such as to fill in ids; `parse` reads each line. */
interface Reading {
  readonly place?: (text: string) => string
  readonly parse?: (line: string) => unknown
}

/** Returns all exchanges, by their kind. */
export function readExchanges({ place = (text) => text, parse = JSON.parse }: Reading = {}) {
  const text = place(readFileSync(new URL('./thingsboardExchanges.jsonl', import.meta.url), 'utf8'))
  const exchanges = text
    .trim()
    .split('\n')
    .map((line) => parse(line) as RecordedExchange)
  return {
    all: exchanges,
    requests: exchanges.filter((exchange) => 'path' in exchange),
    frames: exchanges.filter((exchange) => 'frames' in exchange),
  }
}
