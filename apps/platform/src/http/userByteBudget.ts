/** The limits of a budget, bytes. */
export interface ByteBudgetLimits {
  readonly ofUser: number
  readonly total: number
}

/** A budget of bytes held for users: a limit for each user and one for all together. */
export class UserByteBudget {
  readonly #limits: ByteBudgetLimits
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor(limits: ByteBudgetLimits) {
    this.#limits = limits
  }

  /** Takes bytes from the budget; returns false, and takes nothing, when they do not fit. */
  take(user: string, bytes: number): boolean {
    const own = (this.#heldBy.get(user) ?? 0) + bytes
    if (own > this.#limits.ofUser || this.#held + bytes > this.#limits.total) return false
    this.#heldBy.set(user, own)
    this.#held += bytes
    return true
  }

  /** Gives bytes back. */
  giveBack(user: string, bytes: number): void {
    this.#held -= bytes
    const own = (this.#heldBy.get(user) ?? 0) - bytes
    if (own > 0) this.#heldBy.set(user, own)
    else this.#heldBy.delete(user)
  }
}
