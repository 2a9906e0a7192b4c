/**
 * All junctions that the user may see, outside React: read once, then kept up to date by reads of changes whenever the
 * watcher's pulse reports some.
 */
import type { EntityData } from '@greenwave/contract/wire/entityQueries'
import { type FleetJunction, parseJunction, withState } from './fleetJunction.ts'
import type { FleetReads } from './fleetReads.ts'
import { type FollowedDeps, FollowedReads } from './followedReads.ts'
import type { FetchRhythmDeps } from './fetchRhythm.ts'

/** How true the junctions are. */
export interface FleetStatus {
  /** How many junctions were found in all; undefined until all were read once. */
  readonly total: number | undefined
  /** When what is shown was last known to be so, epoch milliseconds; null before the first read. */
  readonly atMs: number | null
  /** Why the last read failed; null after one that did not. What was read before stays. */
  readonly error: Error | null
}

/** Dependencies of `Fleet`. */
export interface FleetDeps extends FollowedDeps, Pick<FetchRhythmDeps, 'after' | 'nowMs'> {
  readonly reads: FleetReads
  /** The platform's time, epoch milliseconds. */
  readonly serverNowMs: () => number
}

/** Longest interval between reads of names, places and deletions, and the shortest one with a reason, milliseconds. */
const WHOLE_EVERY_MS = 300_000
const WHOLE_APART_MS = 30_000
const IDLE_MS = 60_000
/** Usual delay between the start of a state and its write, milliseconds. Later ones are found among the troubled. */
const WRITTEN_WITHIN_MS = 5000
/** Inverse of the share of time that reads of the troubled may take. */
const SHARE = 20

const NONE: readonly FleetJunction[] = []

/** Keeps the junctions up to date while the fleet has followers. */
export class Fleet {
  readonly #deps: FleetDeps
  readonly #followed: FollowedReads
  readonly #junctions = new Map<string, FleetJunction>()
  readonly #listeners = new Set<(ids: ReadonlySet<string>) => void>()
  #status: FleetStatus = { total: undefined, atMs: null, error: null }
  #marked = NONE
  #newestSinceMs = 0
  #troubledAgainMs = 0

  constructor(deps: FleetDeps) {
    this.#deps = deps
    this.#followed = new FollowedReads({
      ...deps,
      // Junctions were added, deleted or moved to another customer.
      isWholeAsked: ({ levels }) =>
        this.#status.total !== undefined && levels.reduce((sum, count) => sum + count, 0) !== this.#status.total,
      fetchAll: (signal) => this.#fetchAll(signal),
      fetchChanges: (signal) => this.#fetchChanges(signal),
      onRead: (error) => this.#note(error),
      idleMs: IDLE_MS,
      wholeEveryMs: WHOLE_EVERY_MS,
      wholeApartMs: WHOLE_APART_MS,
    })
  }

  /** Junctions by id. The map stays the same object; `onChange` reports which junctions changed. */
  get junctions(): ReadonlyMap<string, FleetJunction> {
    return this.#junctions
  }

  /** The junctions with a level above 0; the same array until one of them changes. */
  get marked(): readonly FleetJunction[] {
    return this.#marked
  }

  /** How true that is; the same object until it changes. */
  get status(): FleetStatus {
    return this.#status
  }

  /** Calls a listener with the ids of junctions that are new, changed or gone; with none when only the status changed. */
  onChange(listener: (ids: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the junctions up to date. Returns a function that ends this; what was read stays, and grows old. */
  follow(): () => void {
    return this.#followed.follow()
  }

  /** Reads soon what has changed, after the user changed something or wants to try again. */
  readAgain(): void {
    this.#followed.again()
  }

  async #fetchAll(signal: AbortSignal): Promise<void> {
    const gone = new Set(this.#junctions.keys())
    const total = await this.#deps.reads.all((rows) => {
      for (const { entityId } of rows) gone.delete(entityId.id)
      this.#take(rows)
    }, signal)
    // A junction that is deleted while pages are read moves another junction to a page that was read already.
    if (gone.size > 0)
      for (const { entityId } of await this.#deps.reads.these([...gone], signal)) gone.delete(entityId.id)
    this.#remove(gone)
    this.#status = { ...this.#status, total }
  }

  async #fetchChanges(signal: AbortSignal): Promise<void> {
    const { reads, nowMs, serverNowMs } = this.#deps
    const unknown = new Set<string>()
    // A time that is not here yet was written by a wrong clock.
    const newestMs = Math.min(this.#newestSinceMs, serverNowMs())
    const begun = await reads.begunSince(newestMs - WRITTEN_WITHIN_MS, signal)
    this.#takeStates(begun, unknown)
    const startMs = nowMs()
    if (startMs >= this.#troubledAgainMs) {
      // A state may have begun long before it was written: an older incident is left when a newer one ends.
      const suspects = new Set(this.#marked.map(({ id }) => id))
      for (const { entityId } of begun) suspects.delete(entityId.id)
      await reads.troubled((rows) => {
        for (const { entityId } of rows) suspects.delete(entityId.id)
        this.#takeStates(rows, unknown)
      }, signal)
      for (const id of suspects) unknown.add(id)
      this.#troubledAgainMs = nowMs() + SHARE * (nowMs() - startMs)
    }
    if (unknown.size === 0) return
    const found = await reads.these([...unknown], signal)
    for (const { entityId } of found) unknown.delete(entityId.id)
    this.#take(found)
    this.#remove(unknown)
  }

  #note(error: Error | null): void {
    const { serverNowMs } = this.#deps
    this.#status = { ...this.#status, error, ...(!error && { atMs: serverNowMs() }) }
    this.#tell(new Set())
  }

  #take(rows: readonly EntityData[]): void {
    this.#change(rows.map((row) => parseJunction(row, this.#junctions.get(row.entityId.id))))
  }

  /** Applies states. Junctions without other known facts are added to `unknown`. */
  #takeStates(rows: readonly EntityData[], unknown: Set<string>): void {
    this.#change(
      rows.flatMap((row) => {
        const before = this.#junctions.get(row.entityId.id)
        if (before) return [withState(before, row)]
        unknown.add(row.entityId.id)
        return []
      }),
    )
  }

  #change(junctions: readonly FleetJunction[]): void {
    const changed = new Set<string>()
    for (const junction of junctions) {
      const { id, facts } = junction
      this.#newestSinceMs = Math.max(this.#newestSinceMs, facts.watcherState?.since ?? 0)
      if (this.#junctions.get(id) === junction) continue
      this.#junctions.set(id, junction)
      changed.add(id)
    }
    this.#tellOf(changed)
  }

  #remove(ids: ReadonlySet<string>): void {
    const removed = new Set([...ids].filter((id) => this.#junctions.delete(id)))
    this.#tellOf(removed)
  }

  #tellOf(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return
    const marked = [...this.#junctions.values()].filter(({ facts }) => (facts.watcherState?.level ?? 0) > 0)
    const isSame = marked.length === this.#marked.length && marked.every((one, at) => one === this.#marked[at])
    if (!isSame) this.#marked = marked
    this.#tell(ids)
  }

  #tell(ids: ReadonlySet<string>): void {
    for (const listener of [...this.#listeners]) listener(ids)
  }
}
