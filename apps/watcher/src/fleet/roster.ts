/** Whom the watcher watches: the devices of its share, as the lists say. */

/** A device as far as the watcher must know it from a list. */
export interface ListedDevice {
  readonly id: string
  /** Null for none. */
  readonly customerId: string | null
}

/** Differences of a new list. */
export interface RosterChange {
  readonly added: readonly ListedDevice[]
  /** Devices of another customer than before. */
  readonly moved: readonly ListedDevice[]
  readonly removed: readonly ListedDevice[]
  /** Whether devices were missing that count as removed only when the next list lacks them as well. */
  readonly isDoubtful: boolean
}

/**
 * The devices that are watched. While a list is read page by page a deletion moves the rows behind it, so that a row
 * may be skipped: a device counts as removed when two lists in a row lack it.
 */
export class Roster {
  readonly #devices = new Map<string, ListedDevice>()
  #missing = new Set<string>()

  get devices(): ReadonlyMap<string, ListedDevice> {
    return this.#devices
  }

  /** Takes a new list. */
  update(listed: ReadonlyMap<string, ListedDevice>): RosterChange {
    const added: ListedDevice[] = []
    const moved: ListedDevice[] = []
    for (const device of listed.values()) {
      const before = this.#devices.get(device.id)
      if (!before) added.push(device)
      else if (before.customerId !== device.customerId) moved.push(device)
      else continue
      this.#devices.set(device.id, device)
    }
    const absent = [...this.#devices.values()].filter(({ id }) => !listed.has(id))
    const removed = absent.filter(({ id }) => this.#missing.has(id))
    for (const { id } of removed) this.#devices.delete(id)
    this.#missing = new Set(absent.filter(({ id }) => this.#devices.has(id)).map(({ id }) => id))
    return { added, moved, removed, isDoubtful: this.#missing.size > 0 }
  }
}
