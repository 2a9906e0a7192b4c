import { LIMITS } from '../limits/limits.ts'

/** The part of a socket that the outbox needs, so that tests can replace it. */
export interface OutboxSocket {
  /** Bytes written but not yet taken by the network. */
  readonly bufferedAmount: number
  /**
   * Sends a frame. `onFlushed` is called, in the order of the sends, when the network has taken the frame or the socket
   * has failed.
   */
  send(frame: string, onFlushed: (error?: Error) => void): void
  /** Sends a part of a frame; no other frame may be sent before the last part. */
  sendPart(part: Uint8Array, isLast: boolean, onFlushed: (error?: Error) => void): void
}

/** A source of news that builds its frame from the newest values when the frame can be sent. */
export interface LatestSource {
  takeFrame(): string | undefined
}

/** A socket with no more characters waiting than this is not closed because of others. */
const SPARED_CHARACTERS = 1_048_576

interface WaitingFrame {
  readonly frame: string
  readonly isEvent: boolean
}

/** A reply that is sent in parts, after everything queued before it. */
interface WaitingParts {
  readonly begin: () => void
}

/**
 * Decides what is sent to one socket, and when. It makes three promises:
 * - `reply` arrives in order or the connection ends. Clients ask for each reply, so only their size is limited, not
 * their number.
 * - `event` arrives in order or the connection ends, because a lost attribute change would never be sent again.
 * - `latest` arrives as the newest state. While the socket is congested a source merges its news, so a slow reader gets
 * fewer frames and never an old one. At most one frame of each source waits.
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
  /** Callbacks of those who wait until nothing is queued. */
  readonly #calm = new Set<() => void>()
  /** True while a reply is sent in parts; everything else waits until it ends. */
  #isInParts = false
  #waitingEvents = 0
  #waitingCharacters = 0
  #unflushed = 0
  #progressAt = 0

  /**
   * @param now returns milliseconds
   * @param onOverflow called when more waits than allowed
   * @param chargeWaiting counts what waits for all sockets; returns false when that is too much
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

  /** Sends a reply, in order. */
  reply(frame: string): void {
    if (this.#mustWait()) this.#wait(frame, false)
    else this.#send(frame)
  }

  /**
   * Sends one reply of any size in parts, each when the socket has taken the one before. Resolves when the last part
   * was sent. Rejects when a part cannot be read or the signal aborts; the frame then has no end.
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

  /** Resolves when nothing waits; rejects when the signal aborts first. */
  async whenCalm(signal: AbortSignal): Promise<void> {
    if (!this.#mustWait()) return
    await orAborted(signal, (resolve) => {
      this.#calm.add(resolve)
    })
  }

  /** Sends an event, in order. Overflows when too many wait. */
  event(frame: string): void {
    if (!this.#mustWait()) {
      this.#send(frame)
      return
    }
    if (this.#waitingEvents >= LIMITS.waitingEvents.value) {
      this.#onOverflow()
      return
    }
    this.#waitingEvents += 1
    this.#wait(frame, true)
  }

  /** Sends the frame of a source now, or the newest one when the socket is free again. */
  latest(source: LatestSource): void {
    if (this.#mustWait()) {
      this.#sources.add(source)
      return
    }
    const frame = source.takeFrame()
    if (frame !== undefined) this.#send(frame)
  }

  /** Drops everything that waits because the socket is closed. */
  end(): void {
    this.#queue.length = 0
    this.#chargeWaiting(-this.#waitingCharacters)
    this.#waitingCharacters = 0
  }

  /** Reports that too much waits of what must not be left out. */
  overflow(): void {
    this.#onOverflow()
  }

  /** Drops the news of a source that has ended. */
  forget(source: LatestSource): void {
    this.#sources.delete(source)
  }

  /** Returns how long the socket has taken nothing although something was sent, milliseconds. */
  stuckForMs(): number {
    return this.#unflushed === 0 ? 0 : this.#now() - this.#progressAt
  }

  #wait(frame: string, isEvent: boolean): void {
    this.#waitingCharacters += frame.length
    const isRoom = this.#chargeWaiting(frame.length) || this.#waitingCharacters <= SPARED_CHARACTERS
    this.#queue.push({ frame, isEvent })
    if (this.#waitingCharacters > LIMITS.waitingCharactersOfSocket.value || !isRoom) this.#onOverflow()
  }

  #mustWait(): boolean {
    return this.#isInParts || this.#queue.length > 0 || this.#sources.size > 0 || this.#isCongested()
  }

  #isCongested(): boolean {
    return this.#socket.bufferedAmount > LIMITS.congestedBytes.value
  }

  #send(frame: string): void {
    if (this.#unflushed === 0) this.#progressAt = this.#now()
    this.#unflushed += 1
    this.#socket.send(frame, this.#onFlushed)
  }

  /** `onTaken` is called when the socket has taken the part and most of what was before it. */
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

/** Waits until `begin` calls its argument; rejects when the signal aborts first. */
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
