import { CONGESTED_BYTES, MAX_WAITING_CHARACTERS, MAX_WAITING_EVENTS } from './limits.ts'

/** The part of a socket that the outbox needs, so that a test can stand in for one. */
export interface OutboxSocket {
  /** Bytes written and not yet taken by the network. */
  readonly bufferedAmount: number
  /** `onFlushed` is called, in the order of the sends, once the network took the frame or the socket failed. */
  send(frame: string, onFlushed: (error?: Error) => void): void
  /** Sends a part of a frame; no other frame may come between it and the last one. */
  sendPart(part: Uint8Array, isLast: boolean, onFlushed: (error?: Error) => void): void
}

/** What has news for a socket and builds the frame only when it can be sent, from the newest values. */
export interface LatestSource {
  takeFrame(): string | undefined
}

/** A socket for which no more waits is not cut off because of the others. */
const SPARED_CHARACTERS = 1_048_576

interface WaitingFrame {
  readonly frame: string
  readonly isEvent: boolean
}

/** A reply that is sent in parts, once everything before it is sent. */
interface WaitingParts {
  readonly begin: () => void
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
  readonly #chargeWaiting: (characters: number) => boolean
  readonly #queue: (WaitingFrame | WaitingParts)[] = []
  readonly #sources = new Set<LatestSource>()
  /** Who wants to know when nothing waits. */
  readonly #calm = new Set<() => void>()
  /** True while a reply is sent in parts: everything else waits for its end. */
  #isInParts = false
  #waitingEvents = 0
  #waitingCharacters = 0
  #unflushed = 0
  #progressAt = 0

  /**
   * `onOverflow` is called when more waits than may. `now` in milliseconds. `chargeWaiting` counts what waits for all sockets; false
   * when that is too much.
   */
  constructor(
    socket: OutboxSocket,
    now: () => number,
    onOverflow: () => void,
    chargeWaiting: (characters: number) => boolean = () => true,
  ) {
    this.#socket = socket
    this.#now = now
    this.#onOverflow = onOverflow
    this.#chargeWaiting = chargeWaiting
  }

  reply(frame: string): void {
    if (this.#mustWait()) this.#wait(frame, false)
    else this.#send(frame)
  }

  /**
   * Sends one reply in parts, each once the socket has taken the one before: it may be of any size. Resolves when the last part was
   * sent; rejects when a part could not be read or the signal came, with a frame that has no end.
   */
  async replyInParts(first: Uint8Array, rest: AsyncIterator<Uint8Array>, signal: AbortSignal): Promise<void> {
    if (this.#mustWait()) {
      await orAborted(signal, (resolve) => {
        this.#queue.push({ begin: resolve })
      })
    }
    this.#isInParts = true
    let part = first
    for (;;) {
      const next = await rest.next()
      signal.throwIfAborted()
      const isLast = next.done === true
      await orAborted(signal, (resolve) => this.#sendPart(part, isLast, resolve))
      if (next.done) break
      part = next.value
    }
    this.#isInParts = false
    this.#drain()
  }

  /** Resolves when nothing waits; rejects when the signal comes first. */
  async whenCalm(signal: AbortSignal): Promise<void> {
    if (!this.#mustWait()) return
    await orAborted(signal, (resolve) => {
      this.#calm.add(resolve)
    })
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

  /** The socket has gone: nothing waits for it any more. */
  end(): void {
    this.#queue.length = 0
    this.#chargeWaiting(-this.#waitingCharacters)
    this.#waitingCharacters = 0
  }

  /** More waits than may, of what may not be left out. */
  overflow(): void {
    this.#onOverflow()
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
    const isRoom = this.#chargeWaiting(frame.length) || this.#waitingCharacters <= SPARED_CHARACTERS
    this.#queue.push({ frame, isEvent })
    if (this.#waitingCharacters > MAX_WAITING_CHARACTERS || !isRoom) this.#onOverflow()
  }

  #mustWait(): boolean {
    return this.#isInParts || this.#queue.length > 0 || this.#sources.size > 0 || this.#isCongested()
  }

  #isCongested(): boolean {
    return this.#socket.bufferedAmount > CONGESTED_BYTES
  }

  #send(frame: string): void {
    if (this.#unflushed === 0) this.#progressAt = this.#now()
    this.#unflushed += 1
    this.#socket.send(frame, this.#onFlushed)
  }

  /** `onTaken` is called once the socket has taken the part, and most of what was before it. */
  #sendPart(part: Uint8Array, isLast: boolean, onTaken: () => void): void {
    if (this.#unflushed === 0) this.#progressAt = this.#now()
    this.#unflushed += 1
    this.#socket.sendPart(part, isLast, (error) => {
      this.#onFlushed(error)
      onTaken()
    })
  }

  readonly #onFlushed = (error?: Error): void => {
    this.#unflushed -= 1
    this.#progressAt = this.#now()
    if (!error) this.#drain()
  }

  #drain(): void {
    while (this.#queue.length > 0 && !this.#isInParts && !this.#isCongested()) {
      const next = this.#queue.shift()
      if (!next) break
      if ('begin' in next) {
        this.#isInParts = true
        next.begin()
        return
      }
      if (next.isEvent) this.#waitingEvents -= 1
      this.#waitingCharacters -= next.frame.length
      this.#chargeWaiting(-next.frame.length)
      this.#send(next.frame)
    }
    for (const source of this.#sources) {
      if (this.#queue.length > 0 || this.#isInParts || this.#isCongested()) break
      this.#sources.delete(source)
      const frame = source.takeFrame()
      if (frame !== undefined) this.#send(frame)
    }
    if (this.#mustWait()) return
    for (const resolve of this.#calm) resolve()
    this.#calm.clear()
  }
}

/** Waits for what is told by `begin`'s argument; rejects when the signal comes first. */
function orAborted(signal: AbortSignal, begin: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) {
      onAbort()
      return
    }
    signal.addEventListener('abort', onAbort, { once: true })
    begin(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
  })
}
