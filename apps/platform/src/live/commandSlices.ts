import { LIMITS } from '../limits/limits.ts'

/** However long a command took, the next one waits no longer for others than this. */
const LONGEST_REST_MS = 50

/** What a message asks for, a piece at a time: each step may take milliseconds. */
export type Steps = Generator<undefined, void>

/** What one socket has sent and is not done yet, in its order. */
export interface CommandLane {
  /** Adds a message of so many bytes; its steps begin at once where nothing else waits. */
  add(bytes: number, steps: Steps): void
  /** The socket has gone: nothing more is done for it. */
  end(): void
}

/** The part of a socket by which its sender is slowed. */
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
 * The work of all live sockets, done in slices of some milliseconds with everything else in between. In a slice users take turns, a
 * step each, and so do the sockets of a user; the messages of a socket keep their order. A socket for which much waits is not read.
 */
export class CommandSlices {
  /** Lanes with work, by user; who had a turn last comes last. */
  readonly #users = new Map<string, Set<Lane>>()
  readonly #now: () => number
  #spentMs = 0
  #isDue = false

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

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
        // A paused socket would not see that its peer has gone.
        if (lane.isPaused) socket.resume()
        lane.isPaused = false
      },
    }
  }

  /** Does what there is time for before others have their turn. */
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
    // What others ask for takes several turns: after commands that took far longer than a slice they get as much time.
    if (this.#spentMs < 2 * LIMITS.liveSliceMs.value) setImmediate(next)
    else setTimeout(next, Math.min(this.#spentMs, LONGEST_REST_MS))
  }

  /** One step of the socket whose turn it is. */
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
      // The step may have closed the socket, and ended its lane.
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
