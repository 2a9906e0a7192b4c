import { type Fills, LIMITS } from '../limits/limits.ts'

/** Memory of a subscription without its keys, and of each key, bytes. */
const SUBSCRIPTION_OVERHEAD = 256
const KEY_OVERHEAD = 100

/** Returns roughly how many bytes a subscription takes in memory; its keys are in sets and maps. */
export function subscriptionBytes(keys: string | null | undefined): number {
  if (!keys) return SUBSCRIPTION_OVERHEAD
  return SUBSCRIPTION_OVERHEAD + keys.length + KEY_OVERHEAD * keys.split(',').length
}

/** The sockets of one user, and the bytes of their subscriptions. */
interface OfUser {
  sockets: number
  bytes: number
}

/** The memory that one socket is charged for. */
export interface SocketAccount {
  /** Changes the bytes of the socket's subscriptions; returns false when a limit is exceeded. */
  charge(bytes: number): boolean
  /** Gives everything back because the socket is closed. */
  close(): void
}

/** Counts the memory of all live sockets, by user. */
export class LiveBudget {
  readonly #users = new Map<string, OfUser>()
  #subscriptionBytes = 0
  #waitingCharacters = 0

  /** Opens an account for a socket; returns undefined when its user has too many sockets. */
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

  /** Changes the number of characters waiting to be sent; returns false when the limit is exceeded. */
  chargeWaiting(characters: number): boolean {
    this.#waitingCharacters += characters
    return this.#waitingCharacters <= LIMITS.waitingCharacters.value
  }

  /** Returns how full the limits of sockets are now. */
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
