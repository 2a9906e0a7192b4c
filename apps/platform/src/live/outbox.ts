import { CONGESTED_BYTES, MAX_WAITING_CHARACTERS, MAX_WAITING_EVENTS } from './limits.ts'

/** The part of a socket that the outbox needs, so that a test can stand in for one. */
export interface OutboxSocket {
  /** Bytes written and not yet taken by the network. */
  readonly bufferedAmount: number
  /** `onFlushed` is called, in the order of the sends, once the network took the frame or the socket failed. */
  send(frame: string, onFlushed: (error?: Error) => void): void
}

/** What has news for a socket and builds the frame only when it can be sent, from the newest values. */
export interface LatestSource {
  takeFrame(): string | undefined
}

/**
 * The send policy of one socket. Three promises:
 * - `reply` arrives in order or the connection ends: the client asked for it, so their number is bounded by the client itself
 *   and only their size is limited;
 * - `event` arrives in order or the connection ends: an attribute change left out would never come again;
 * - `latest` arrives as the newest state: while the socket is congested, news of a source merge inside it, so that a
 *   slow reader gets fewer frames and never an old one. Their number is bounded by the number of sources.
 *
 * A frame of a source never overtakes a reply or an event that was queued before it.
 */
export class Outbox {
  readonly #socket: OutboxSocket
  readonly #now: () => number
  readonly #onOverflow: () => void
  readonly #queue: { readonly frame: string; readonly isEvent: boolean }[] = []
  readonly #sources = new Set<LatestSource>()
  #waitingEvents = 0
  #waitingCharacters = 0
  #unflushed = 0
  #progressAt = 0

  /** `onOverflow` is called when more waits than may. `now` in milliseconds. */
  constructor(socket: OutboxSocket, now: () => number, onOverflow: () => void) {
    this.#socket = socket
    this.#now = now
    this.#onOverflow = onOverflow
  }

  reply(frame: string): void {
    if (this.#mustWait()) this.#wait(frame, false)
    else this.#send(frame)
  }

  event(frame: string): void {
    if (!this.#mustWait()) {
      this.#send(frame)
      return
    }
    if (this.#waitingEvents >= MAX_WAITING_EVENTS) {
      this.#onOverflow()
      return
    }
    this.#waitingEvents += 1
    this.#wait(frame, true)
  }

  latest(source: LatestSource): void {
    if (this.#mustWait()) {
      this.#sources.add(source)
      return
    }
    const frame = source.takeFrame()
    if (frame !== undefined) this.#send(frame)
  }

  /** A source ended: its news are of no use any more. */
  forget(source: LatestSource): void {
    this.#sources.delete(source)
  }

  /** How long the socket has taken nothing although something was sent, milliseconds. */
  stuckForMs(): number {
    return this.#unflushed === 0 ? 0 : this.#now() - this.#progressAt
  }

  #wait(frame: string, isEvent: boolean): void {
    this.#waitingCharacters += frame.length
    this.#queue.push({ frame, isEvent })
    if (this.#waitingCharacters > MAX_WAITING_CHARACTERS) this.#onOverflow()
  }

  #mustWait(): boolean {
    return this.#queue.length > 0 || this.#sources.size > 0 || this.#isCongested()
  }

  #isCongested(): boolean {
    return this.#socket.bufferedAmount > CONGESTED_BYTES
  }

  #send(frame: string): void {
    if (this.#unflushed === 0) this.#progressAt = this.#now()
    this.#unflushed += 1
    this.#socket.send(frame, this.#onFlushed)
  }

  readonly #onFlushed = (error?: Error): void => {
    this.#unflushed -= 1
    this.#progressAt = this.#now()
    if (!error) this.#drain()
  }

  #drain(): void {
    while (this.#queue.length > 0 && !this.#isCongested()) {
      const next = this.#queue.shift()
      if (!next) break
      if (next.isEvent) this.#waitingEvents -= 1
      this.#waitingCharacters -= next.frame.length
      this.#send(next.frame)
    }
    for (const source of this.#sources) {
      if (this.#queue.length > 0 || this.#isCongested()) break
      this.#sources.delete(source)
      const frame = source.takeFrame()
      if (frame !== undefined) this.#send(frame)
    }
  }
}
