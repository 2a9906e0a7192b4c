/** @file A WebSocket client that sends and receives what a browser's console would, frame by frame. */
import { SubscriptionFrame } from '@greenwave/contract/wire/live'
import { type ClientOptions, WebSocket } from 'ws'

/** A client of the live socket. */
export class LiveClient {
  readonly socket: WebSocket
  readonly #arrived: SubscriptionFrame[] = []
  readonly #waiting: (() => void)[] = []
  #closed: { readonly code: number; readonly reason: string } | undefined

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(url, options)
    this.socket.on('message', (data: Buffer) => {
      this.#arrived.push(SubscriptionFrame.parse(JSON.parse(data.toString())))
      this.#wake()
    })
    this.socket.on('close', (code, reason) => {
      this.#closed = { code, reason: reason.toString() }
      this.#wake()
    })
    this.socket.on('error', () => {})
  }

  async opened(): Promise<this> {
    if (this.socket.readyState === WebSocket.CONNECTING) {
      await new Promise((resolve, reject) => {
        this.socket.once('open', resolve)
        this.socket.once('error', reject)
      })
    }
    return this
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Returns the next frame; rejects when the socket closes first. */
  async next(): Promise<SubscriptionFrame> {
    for (;;) {
      const frame = this.#arrived.shift()
      if (frame) return frame
      if (this.#closed) throw new Error(`closed with ${this.#closed.code} ${this.#closed.reason}`)
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /** The frames received but not read yet. */
  get unread(): readonly SubscriptionFrame[] {
    return this.#arrived
  }

  /** Resolves with how the server closed the socket. */
  async closed(): Promise<{ readonly code: number; readonly reason: string }> {
    while (!this.#closed) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return this.#closed
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
