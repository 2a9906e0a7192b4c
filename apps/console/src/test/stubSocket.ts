/** Stands in for the browser's WebSocket in component tests; the test plays the platform. */
import { vi } from 'vitest'

/** One socket that the console opened. */
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

  /** The platform accepts. */
  accept(): void {
    this.dispatchEvent(new Event('open'))
  }

  /** The platform sends a frame. */
  frame(subscriptionId: number, data: Record<string, [number, unknown][]>): void {
    const frame = { subscriptionId, errorCode: 0, errorMsg: null, data, latestValues: {} }
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }

  /** The platform closes, or dies. */
  end(code = 1006, reason = ''): void {
    this.dispatchEvent(new CloseEvent('close', { code, reason }))
  }
}

/** Takes the WebSocket's place until the test ends; answers the sockets that are opened, oldest first. */
export function stubSocket(): StubSocket[] {
  StubSocket.opened.length = 0
  vi.stubGlobal('WebSocket', StubSocket)
  return StubSocket.opened
}
