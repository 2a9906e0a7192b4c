/** The client's environment: `fetch`, a socket, a clock. */
import { LIVE_PATH } from '@greenwave/contract/wire/live'

/** The part of a socket that the client uses. */
export interface LiveSocket {
  send(text: string): void
  close(): void
}

/** The events of a socket that the client listens to. */
export interface SocketEvents {
  opened(): void
  received(data: unknown): void
  closed(code: number, reason: string): void
}

/** The options of `fetch` that the client uses. */
export interface FetchInit {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | FormData
  readonly signal?: AbortSignal
  /** True for a call that goes on when its page is closed. */
  readonly keepalive?: boolean
}

/** The part of a response that the client uses. */
export interface Answer extends Pick<Response, 'ok' | 'status'> {
  readonly headers: Pick<Headers, 'get'>
  readonly body: { getReader(): AnswerReader; cancel(): Promise<void> } | null
}

interface AnswerReader {
  /** Resolves with the next bytes; without any when there are none left. */
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
  cancel(reason?: unknown): Promise<void>
}

/** How a program reaches a platform. Times are milliseconds. */
export interface Transport {
  readonly fetch: (address: string, init: FetchInit) => Promise<Answer>
  readonly openSocket: (address: string | URL, events: SocketEvents) => LiveSocket
  readonly nowMs: () => number
  /** Calls back once after the given time. Returns a function that cancels it. */
  readonly after: (ms: number, callback: () => void) => () => void
}

/** Uses what every browser and Node 24 have built in. */
export const systemTransport: Transport = {
  fetch: (address, init) => fetch(address, init),
  openSocket(address, events) {
    const socket = new WebSocket(address)
    socket.addEventListener('open', () => events.opened())
    socket.addEventListener('message', ({ data }) => events.received(data))
    socket.addEventListener('close', ({ code, reason }) => events.closed(code, reason))
    return socket
  },
  nowMs: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** Returns the address of a platform's live socket. `base` is the platform's http or https address. */
export function liveAddress(base: string): URL {
  return new URL(LIVE_PATH, base.replace(/^http/, 'ws'))
}
