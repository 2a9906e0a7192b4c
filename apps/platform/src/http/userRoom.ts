/** How many bytes may be held. */
export interface RoomLimits {
  readonly ofUser: number
  readonly total: number
}

/** Counts bytes that are held for users, each within their own room and all within one. */
export class UserRoom {
  readonly #limits: RoomLimits
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor(limits: RoomLimits) {
    this.#limits = limits
  }

  /** Takes room for so many bytes; returns false, with nothing taken, when there is none. */
  take(user: string, bytes: number): boolean {
    const own = (this.#heldBy.get(user) ?? 0) + bytes
    if (own > this.#limits.ofUser || this.#held + bytes > this.#limits.total) return false
    this.#heldBy.set(user, own)
    this.#held += bytes
    return true
  }

  giveBack(user: string, bytes: number): void {
    this.#held -= bytes
    const own = (this.#heldBy.get(user) ?? 0) - bytes
    if (own > 0) this.#heldBy.set(user, own)
    else this.#heldBy.delete(user)
  }
}
