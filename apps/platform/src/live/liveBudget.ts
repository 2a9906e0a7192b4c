import { type Fills, LIMITS } from '../limits/limits.ts'

/** What a subscription holds beside its keys, and for each key, bytes. */
const SUBSCRIPTION_OVERHEAD = 256
const KEY_OVERHEAD = 100

/** Returns the bytes that a subscription holds in memory, roughly: its keys are in sets and maps. */
export function subscriptionBytes(keys: string | null | undefined): number {
  if (!keys) return SUBSCRIPTION_OVERHEAD
  return SUBSCRIPTION_OVERHEAD + keys.length + KEY_OVERHEAD * keys.split(',').length
}

/** What one user has open on all sockets. */
interface OfUser {
  sockets: number
  bytes: number
}

/** What one socket's share is charged to. */
export interface SocketAccount {
  /** Changes the bytes of the socket's subscriptions; false when they are more than may be. */
  charge(bytes: number): boolean
  /** The socket has gone, and what it held. */
  close(): void
}

/** Counts what all live sockets hold in memory, by user. */
export class LiveBudget {
  readonly #users = new Map<string, OfUser>()
  #subscriptionBytes = 0
  #waitingCharacters = 0

  /** Opens an account for a socket; undefined when its user has too many. */
  openSocket(user: string): SocketAccount | undefined {
    const own = this.#users.get(user) ?? { sockets: 0, bytes: 0 }
    if (own.sockets >= LIMITS.socketsOfUser.value) return undefined
    this.#users.set(user, own)
    own.sockets += 1
    let held = 0
    const charge = (bytes: number): boolean => {
      held += bytes
      own.bytes += bytes
      this.#subscriptionBytes += bytes
      return (
        held <= LIMITS.subscriptionBytesOfSocket.value &&
        own.bytes <= LIMITS.subscriptionBytesOfUser.value &&
        this.#subscriptionBytes <= LIMITS.subscriptionBytes.value
      )
    }
    return {
      charge,
      close: () => {
        charge(-held)
        own.sockets -= 1
        if (own.sockets === 0) this.#users.delete(user)
      },
    }
  }

  /** Changes what waits for readers; false when it is more than may be. */
  chargeWaiting(characters: number): boolean {
    this.#waitingCharacters += characters
    return this.#waitingCharacters <= LIMITS.waitingCharacters.value
  }

  fills(): Fills {
    const users = [...this.#users.values()]
    return {
      subscriptionBytes: this.#subscriptionBytes,
      subscriptionBytesOfUser: users.reduce((most, { bytes }) => Math.max(most, bytes), 0),
      socketsOfUser: users.reduce((most, { sockets }) => Math.max(most, sockets), 0),
      waitingCharacters: this.#waitingCharacters,
    }
  }
}
