/** The platform's end of a live socket, played by the test. */
import type { LiveCommand } from '@greenwave/contract/wire/live'
import type { LiveSocket, SocketEvents } from '../transport.ts'

/** A socket that records what the client sends, and on which the test sends frames. */
export class TestSocket implements LiveSocket {
  readonly events: SocketEvents
  readonly sent: unknown[] = []
  isClosed = false

  constructor(events: SocketEvents) {
    this.events = events
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.isClosed = true
  }

  /** All commands that arrived, in order. */
  get commands(): LiveCommand[] {
    return this.sent.flatMap((message) =>
      typeof message === 'object' && message !== null && 'cmds' in message ? (message.cmds as LiveCommand[]) : [],
    )
  }

  /** Sends a frame of samples. */
  frame(subscriptionId: number, data: Record<string, [number, unknown][]>): void {
    this.say({ subscriptionId, errorCode: 0, errorMsg: null, data, latestValues: {} })
  }

  say(message: unknown): void {
    this.events.received(JSON.stringify(message))
  }
}

/** Replaces the browser's WebSocket and keeps the sockets that were opened, oldest first. */
export class TestSockets {
  readonly all: TestSocket[] = []

  open = (events: SocketEvents): LiveSocket => {
    const socket = new TestSocket(events)
    this.all.push(socket)
    return socket
  }

  get last(): TestSocket {
    const socket = this.all.at(-1)
    if (!socket) throw new Error('No socket was opened')
    return socket
  }
}
