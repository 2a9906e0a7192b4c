/** Replaces the browser's WebSocket in component tests; the test plays the platform. */
import { vi } from 'vitest'

/** A socket that the console opened. */
export class StubSocket extends EventTarget {
  static readonly opened: StubSocket[] = []
  readonly url: string
  readonly sent: unknown[] = []

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    StubSocket.opened.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {}

  /** Accepts the connection, as the platform. */
  accept(): void {
    this.dispatchEvent(new Event('open'))
  }

  /** Sends a frame, as the platform. */
  frame(subscriptionId: number, data: Record<string, [number, unknown][]>): void {
    const frame = { subscriptionId, errorCode: 0, errorMsg: null, data, latestValues: {} }
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  /** Closes the connection, as the platform or a lost network. */
  end(code = 1006, reason = ''): void {
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }
}

/** Replaces WebSocket until the test ends. Returns the opened sockets, oldest first. */
export function stubSocket(): StubSocket[] {
  StubSocket.opened.length = 0
  vi.stubGlobal('WebSocket', StubSocket)
  return StubSocket.opened
}
