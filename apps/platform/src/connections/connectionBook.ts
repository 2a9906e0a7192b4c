/** How many connections a book takes. */
export interface BookLimits {
  readonly total: number
  /** Of one address; of devices only those count that have not proven themselves. */
  readonly ofAddress: number
  /** Whether those that are at work count against their address as well. */
  readonly countsBusy: boolean
}

/**
 * What a connection does. One that has not proven itself, or is in the middle of sending a request, is `pending`; one that did
 * and waits is `idle`; both can be given up for others. `busy` ones are left alone.
 */
type State = 'pending' | 'idle' | 'busy'

interface Entry<C> {
  readonly connection: C
  readonly group: Group<C>
  state: State
}

/** Connections of one address. Sets keep the order in which a state was entered: the first has been in it for longest. */
interface Group<C> {
  readonly name: string
  readonly pending: Set<Entry<C>>
  readonly idle: Set<Entry<C>>
  busy: number
}

/**
 * Knows every open connection of one kind. When there is no more room it gives up the one that has said nothing for longest, of the
 * address which holds most such, and takes the newcomer: whoever opens connections without using them shuts out nobody else.
 */
export class ConnectionBook<C> {
  readonly #limits: BookLimits
  readonly #giveUp: (connection: C, address: string) => void
  readonly #entries = new Map<C, Entry<C>>()
  readonly #groups = new Map<string, Group<C>>()

  /** @param giveUp closes a connection at once; it has left the book already */
  constructor(limits: BookLimits, giveUp: (connection: C, address: string) => void) {
    this.#limits = limits
    this.#giveUp = giveUp
  }

  get size(): number {
    return this.#entries.size
  }

  /**
   * Takes a connection, `pending`, after giving up another where that is needed. Returns false when every other is at work: then
   * it is not taken.
   * @param address what counts as one address
   * @param isShared whether many are behind that address, as behind a proxy: then only the total counts
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

  /** Notes what a connection does now; one that left or was never taken is no matter. */
  note(connection: C, state: State): void {
    const entry = this.#entries.get(connection)
    if (entry === undefined || entry.state === state) return
    this.#take(entry)
    entry.state = state
    if (state === 'busy') entry.group.busy += 1
    else entry.group[state].add(entry)
  }

  /** The connection is gone, or is another book's matter from now on. */
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

  /** The address with most connections that can be given up. */
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
