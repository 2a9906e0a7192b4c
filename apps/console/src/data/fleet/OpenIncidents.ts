/** All open incidents of the junctions that the user may see, outside React, kept up to date like the fleet. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { keepSame } from '../sharing.ts'
import type { FleetDeps, FleetStatus } from './Fleet.ts'
import { FollowedReads } from './followedReads.ts'
import { type Incident, parseIncident } from './incident.ts'
import type { IncidentReads } from './incidentReads.ts'

/** Dependencies of `OpenIncidents`. */
export interface OpenIncidentsDeps extends Omit<FleetDeps, 'reads'> {
  readonly reads: IncidentReads
}

/** Interval of reads for what changes no level, such as an assignment by another user, milliseconds. */
const IDLE_MS = 10_000
/** Alarms raised or cleared at nearly the same time may be stored in another order, milliseconds. */
const OVERLAP_MS = 5000

const NONE: readonly Incident[] = []

/** Keeps the open incidents up to date while they have followers. */
export class OpenIncidents {
  readonly #deps: OpenIncidentsDeps
  readonly #followed: FollowedReads
  readonly #open = new Map<string, Incident>()
  readonly #listeners = new Set<() => void>()
  /** Known incidents that were missing in the last complete read. */
  #lacked: ReadonlySet<string> = new Set()
  #all = NONE
  #status: FleetStatus = { total: undefined, atMs: null, error: null }
  #knownUntilMs = 0
  /** When actions of the user left which alarms, until a read has begun later. */
  readonly #taken = new Map<string, number>()

  constructor(deps: OpenIncidentsDeps) {
    this.#deps = deps
    this.#followed = new FollowedReads({
      ...deps,
      fetchAll: (signal) => this.#fetchAll(signal),
      fetchChanges: (signal) => this.#fetchChanges(signal),
      onRead: (error) => this.#note(error),
      idleMs: IDLE_MS,
      // As often as they are short.
      wholeEveryMs: 0,
      wholeApartMs: 0,
    })
  }

  /** The open incidents in no order; the same array until one of them changes, and the same object for each. */
  get all(): readonly Incident[] {
    return this.#all
  }

  /** How true they are; `total` counts those beyond the kept ones, too. The same object until it changes. */
  get status(): FleetStatus {
    return this.#status
  }

  /** Calls a listener at each change. Returns a function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Keeps the incidents up to date. Returns a function that ends this; what was read stays, and grows old. */
  follow(): () => void {
    return this.#followed.follow()
  }

  /** Takes over an alarm as an action of the user left it. */
  take(alarm: AlarmInfo): void {
    this.#taken.set(alarm.id.id, this.#deps.nowMs())
    this.#takeAll([alarm])
    this.#tell()
  }

  /** Reads again, because the user wants to. */
  readAgain(): void {
    this.#followed.again()
  }

  async #fetchAll(signal: AbortSignal): Promise<void> {
    const beganMs = this.#deps.serverNowMs()
    const isOlder = this.#beginRead()
    const gone = new Set(this.#open.keys())
    let pages = 0
    await this.#deps.reads.active((alarms, total) => {
      pages += 1
      for (const { id } of alarms) gone.delete(id.id)
      this.#takeAll(alarms.filter((alarm) => !isOlder(alarm)))
      this.#status = { ...this.#status, total }
      // Initially the worst are shown before the others have arrived.
      if (this.#status.atMs === null && this.#all.length === 0) this.#tell()
    }, signal)
    // While one ends, another may slip between two pages: it is gone when two reads in a row lack it.
    for (const id of gone) if (pages === 1 || this.#lacked.has(id)) this.#open.delete(id)
    this.#lacked = gone
    this.#knownUntilMs = beganMs
  }

  async #fetchChanges(signal: AbortSignal): Promise<void> {
    const beganMs = this.#deps.serverNowMs()
    const isOlder = this.#beginRead()
    const changed = await this.#deps.reads.changedSince(this.#knownUntilMs - OVERLAP_MS, signal)
    this.#takeAll(changed.filter((alarm) => !isOlder(alarm)))
    this.#status = { ...this.#status, total: Math.max(this.#status.total ?? 0, this.#open.size) }
    this.#knownUntilMs = beganMs
  }

  /** Begins a read. Returns a predicate for alarms that this read may show as before the user's last action. */
  #beginRead(): (alarm: AlarmInfo) => boolean {
    const beganMs = this.#deps.nowMs()
    for (const [id, takenMs] of this.#taken) if (takenMs < beganMs) this.#taken.delete(id)
    return ({ id }) => this.#taken.has(id.id)
  }

  #takeAll(alarms: readonly AlarmInfo[]): void {
    for (const alarm of alarms) {
      const incident = parseIncident(alarm)
      if (!incident) continue
      if (incident.endedMs !== null) this.#open.delete(incident.id)
      else this.#open.set(incident.id, keepSame(this.#open.get(incident.id), incident))
    }
  }

  #note(error: Error | null): void {
    this.#status = { ...this.#status, error, ...(!error && { atMs: this.#deps.serverNowMs() }) }
    this.#tell()
  }

  #tell(): void {
    const all = [...this.#open.values()]
    if (all.length !== this.#all.length || all.some((one, at) => one !== this.#all[at])) this.#all = all
    for (const listener of [...this.#listeners]) listener()
  }
}
