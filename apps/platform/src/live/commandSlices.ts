import { LIMITS } from '../limits/limits.ts'

/** Longest pause after a slow command, milliseconds, however long the command took. */
const LONGEST_REST_MS = 50

/** The work of one message, one piece at a time; each step may take milliseconds. */
export type Steps = Generator<undefined, void>

/** The messages of one socket that are not finished yet, in order. */
export interface CommandLane {
  /** Adds a message of this size; its steps start at once if nothing else waits. */
  add(bytes: number, steps: Steps): void
  /** Drops all messages because the socket is closed. */
  end(): void
}

/** The part of a socket that slows down its sender. */
interface PausedSocket {
  pause(): void
  resume(): void
}

interface WaitingMessage {
  readonly bytes: number
  readonly steps: Steps
}

interface Lane {
  readonly socket: PausedSocket
  readonly messages: WaitingMessage[]
  bytes: number
  isPaused: boolean
}

/**
 * Does the work of all live sockets in slices of a few milliseconds, so that other work runs in between. In a slice
 * users take turns, one step each, and so do the sockets of a user; the messages of a socket keep their order. A socket
 * with too much waiting is paused.
 */
export class CommandSlices {
  /** Lanes with work, by user; the user who had a turn last comes last. */
  readonly #users = new Map<string, Set<Lane>>()
  readonly #now: () => number
  #spentMs = 0
  #isDue = false

  /** @param now returns milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Opens the lane of a user's socket. */
  openLane(user: string, socket: PausedSocket): CommandLane {
    const lane: Lane = { socket, messages: [], bytes: 0, isPaused: false }
    return {
      add: (bytes, steps) => {
        lane.messages.push({ bytes, steps })
        lane.bytes += bytes
        const own = this.#users.get(user) ?? new Set()
        own.add(lane)
        this.#users.set(user, own)
        this.#work()
        if (lane.bytes > LIMITS.liveBytesWaitingOfSocket.value && !lane.isPaused) {
          lane.isPaused = true
          socket.pause()
        }
      },
      end: () => {
        lane.messages.length = 0
        lane.bytes = 0
        const own = this.#users.get(user)
        own?.delete(lane)
        if (own?.size === 0) this.#users.delete(user)
        // A paused socket would not notice that its peer has closed it.
        if (lane.isPaused) socket.resume()
        lane.isPaused = false
      },
    }
  }

  /** Works until the slice is used up; other work then has its turn. */
  #work(): void {
    while (this.#users.size > 0 && this.#spentMs < LIMITS.liveSliceMs.value) {
      const start = this.#now()
      this.#step()
      this.#spentMs += this.#now() - start
    }
    if (this.#isDue) return
    this.#isDue = true
    const next = (): void => {
      this.#isDue = false
      this.#spentMs = 0
      if (this.#users.size > 0) this.#work()
    }
    // Other requests need several turns of the event loop, so after a command much longer than a slice they get as much
    // time as it took.
    if (this.#spentMs < 2 * LIMITS.liveSliceMs.value) setImmediate(next)
    else setTimeout(next, Math.min(this.#spentMs, LONGEST_REST_MS))
  }

  /** Does one step for the socket whose turn it is. */
  #step(): void {
    const [turn] = this.#users
    if (!turn) return
    const [user, own] = turn
    const [lane] = own
    const message = lane?.messages[0]
    this.#users.delete(user)
    if (lane) own.delete(lane)
    if (lane && message) {
      const isDone = message.steps.next().done === true
      // The step may have closed the socket and ended its lane.
      if (isDone && lane.messages[0] === message) {
        lane.messages.shift()
        lane.bytes -= message.bytes
      }
      if (lane.messages.length > 0) own.add(lane)
      if (lane.isPaused && lane.bytes <= LIMITS.liveBytesWaitingOfSocket.value) {
        lane.isPaused = false
        lane.socket.resume()
      }
    }
    if (own.size > 0) this.#users.set(user, own)
  }
}
