/** The limits of a connection book. */
export interface BookLimits {
  readonly total: number
  /** Most connections of one address. For devices, only those that have not signed in count. */
  readonly ofAddress: number
  /** Whether busy connections count towards the limit of their address. */
  readonly countsBusy: boolean
}

/**
 * The state of a connection. `pending`: has not proven itself, or is sending a request. `idle`: has proven itself and
 * waits. Both can be closed to make room. `busy`: at work, never closed to make room.
 */
type State = 'pending' | 'idle' | 'busy'

interface Entry<C> {
  readonly connection: C
  readonly group: Group<C>
  state: State
}

/**
 * The connections of one address. Each set is in insertion order, so its first entry has been in that state the
 * longest.
 */
interface Group<C> {
  readonly name: string
  readonly pending: Set<Entry<C>>
  readonly idle: Set<Entry<C>>
  busy: number
}

/**
 * Counts the open connections of one kind. When the book is full it closes a connection to admit the new one: the one
 * that has been silent longest, of the address with the most connections that can be closed. So an address that opens
 * connections without using them shuts out no other address.
 */
export class ConnectionBook<C> {
  readonly #limits: BookLimits
  readonly #giveUp: (connection: C, address: string) => void
  readonly #entries = new Map<C, Entry<C>>()
  readonly #groups = new Map<string, Group<C>>()

  /** @param giveUp closes a connection at once; the book has already dropped it */
  constructor(limits: BookLimits, giveUp: (connection: C, address: string) => void) {
    this.#limits = limits
    this.#giveUp = giveUp
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Admits a connection as `pending`, and closes another one first if needed. Returns false, and does not admit it,
   * when all others are busy.
   * @param address group that the connection counts under, from `addressGroup`
   * @param isShared whether many clients share the address, as behind a proxy; then only the total limit applies
   */
  admit(connection: C, address: string, isShared = false): boolean {
    const own = this.#groups.get(address)
    if (own !== undefined && !isShared && this.#sizeOf(own) >= this.#limits.ofAddress && !this.#giveUpOneOf(own)) {
      return false
    }
    if (this.size >= this.#limits.total && !this.#giveUpOneOf(this.#greediest())) return false
    const group = this.#groups.get(address) ?? { name: address, pending: new Set(), idle: new Set(), busy: 0 }
    this.#groups.set(address, group)
    const entry: Entry<C> = { connection, group, state: 'pending' }
    group.pending.add(entry)
    this.#entries.set(connection, entry)
    return true
  }

  /** Records the state of a connection. Ignores connections that have left or were never admitted. */
  note(connection: C, state: State): void {
    const entry = this.#entries.get(connection)
    if (entry === undefined || entry.state === state) return
    this.#take(entry)
    entry.state = state
    if (state === 'busy') entry.group.busy += 1
    else entry.group[state].add(entry)
  }

  /** Removes a connection that has closed, or that another book counts from now on. */
  leave(connection: C): void {
    const entry = this.#entries.get(connection)
    if (entry === undefined) return
    this.#entries.delete(connection)
    this.#take(entry)
    const { group } = entry
    if (group.busy + group.pending.size + group.idle.size === 0) this.#groups.delete(group.name)
  }

  #take(entry: Entry<C>): void {
    if (entry.state === 'busy') entry.group.busy -= 1
    else entry.group[entry.state].delete(entry)
  }

  #sizeOf(group: Group<C>): number {
    return group.pending.size + group.idle.size + (this.#limits.countsBusy ? group.busy : 0)
  }

  #giveUpOneOf(group: Group<C> | undefined): boolean {
    const [victim] = group?.pending.size ? group.pending : (group?.idle ?? [])
    if (victim === undefined) return false
    this.leave(victim.connection)
    this.#giveUp(victim.connection, victim.group.name)
    return true
  }

  /** Returns the address with the most connections that can be closed. */
  #greediest(): Group<C> | undefined {
    let greediest: Group<C> | undefined
    let most = 0
    for (const group of this.#groups.values()) {
      const count = group.pending.size + group.idle.size
      if (count > most) [greediest, most] = [group, count]
    }
    return greediest
  }
}
