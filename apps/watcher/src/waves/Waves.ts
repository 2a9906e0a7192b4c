/**
 * The green waves of the corridors of a share. Each corridor is of one share by its own id, and whoever has it follows all
 * of its junctions: those of other shares as guests, which are received, but neither written, counted nor notified.
 * So each corridor is evaluated once, from all its junctions.
 */
import type { CallApi } from '@greenwave/client/callTypes'
import type { Notified } from '@greenwave/contract/records/notifyRecords'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { PHASES } from '@greenwave/controller/controllerLimits'
import type { Observer } from '@greenwave/observer/observer'
import { unlessRefused, type WriteQueue } from '../acts/writeQueue.ts'
import { type ListedCorridor, listCorridors } from '../fleet/listCorridors.ts'
import type { NamedDevice } from '../fleet/lists.ts'
import type { Share } from '../fleet/share.ts'
import type { LiveIntake } from '../intake/liveIntake.ts'
import { WatchedJunction } from '../intake/watchedJunction.ts'
import { GreensSeen } from '@greenwave/coordination/observed/GreensSeen'
import type { WaveJunction } from '@greenwave/coordination/observed/evaluatedCycle'
import { NOTHING_KEPT, WaveEvaluator, type WaveLimits } from '@greenwave/coordination/observed/WaveEvaluator'
import { WaveWrites } from './WaveWrites.ts'

/** Dependencies of `Waves`. */
export interface WavesDeps {
  readonly call: CallApi<WatcherCall>
  readonly share: Share
  readonly observer: Observer
  readonly intake: Pick<LiveIntake, 'follow' | 'unfollow'>
  /** Returns a junction of this share. */
  readonly own: (deviceId: string) => WatchedJunction | undefined
  readonly queue: Pick<WriteQueue, 'ask' | 'drop'>
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Called when the platform permanently rejects a write. */
  readonly onRefused: (what: string, error: Error) => void
  /** Called after an alarm of a corridor was raised or cleared. */
  readonly onAlarm: (customerId: string | null) => void
  readonly limits?: WaveLimits | undefined
  /** Returns further devices that are followed as the junctions of corridors are: those of green routes. */
  readonly others?: () => Iterable<string>
}

/** A corridor that is watched. */
interface Watched {
  corridor: ListedCorridor
  readonly content: string
  readonly writes: WaveWrites
  /** Undefined until what the watcher before left was read. */
  evaluator: WaveEvaluator | undefined
  notified: Notified | undefined
}

/** Watches waves. */
export class Waves {
  readonly #deps: WavesDeps
  readonly #corridors = new Map<string, Watched>()
  /** The junctions of all corridors: what they are called, and their greens. */
  readonly #labels = new Map<string, string>()
  readonly #greens = new Map<string, { readonly of: WatchedJunction; readonly seen: GreensSeen }>()
  readonly #guests = new Map<string, WatchedJunction>()

  constructor(deps: WavesDeps) {
    this.#deps = deps
  }

  /** Reads which corridors there are. Call it before devices are listed. */
  async fetchCorridors(): Promise<void> {
    const { call, share, onRefused } = this.#deps
    const listed = await unlessRefused(
      () => listCorridors(call, share),
      (error) => onRefused('to list corridors', error),
    )
    if (!listed) return
    const ids = new Set(listed.map(({ id }) => id))
    for (const id of this.#corridors.keys()) if (!ids.has(id)) this.#remove(id)
    for (const corridor of listed) this.#take(corridor)
    const needed = new Set(listed.flatMap(({ content }) => content.junctions.map(({ device }) => device)))
    for (const id of this.#deps.others?.() ?? []) needed.add(id)
    for (const id of this.#labels.keys()) if (!needed.has(id)) this.#labels.delete(id)
    for (const id of needed) if (!this.#labels.has(id)) this.#labels.set(id, '')
  }

  /** Takes the list of all devices, of which it keeps the junctions of corridors. */
  takeDevices(devices: Iterable<NamedDevice>): void {
    const { own, intake, observer, now } = this.#deps
    const listed = new Map([...devices].map((device) => [device.id, device]))
    for (const [id, label] of this.#labels) this.#labels.set(id, listed.get(id)?.label ?? label)
    for (const [id, guest] of this.#guests) {
      if (this.#labels.has(id) && listed.has(id)) continue
      intake.unfollow(guest.id)
      this.#guests.delete(id)
    }
    for (const id of this.#labels.keys()) {
      const device = listed.get(id)
      if (own(id) || this.#guests.has(id) || !device) continue
      const guest = new WatchedJunction(device, observer, () => {}, [], now())
      this.#guests.set(id, guest)
      intake.follow(guest)
    }
    this.#attachGreens()
    this.#forgetGreens(now())
  }

  /** Whether it wants to know a device. */
  needs(deviceId: string): boolean {
    return this.#labels.has(deviceId)
  }

  /** Lets time pass. Call it once a second. */
  tick(nowMs: number): void {
    for (const guest of this.#guests.values()) guest.tick(nowMs)
    for (const [id, watched] of this.#corridors) {
      if (watched.evaluator?.tick(this.#junctionsOf(watched), nowMs)) this.#ask(id, watched, false)
    }
  }

  /** Says that the watcher slept, and may have missed samples. */
  gap(nowMs: number): void {
    for (const guest of this.#guests.values()) guest.gap(nowMs)
  }

  /** Asks for all that is left to write: the watcher ends. */
  end(): void {
    for (const [id, watched] of this.#corridors) if (watched.evaluator) this.#ask(id, watched, true)
  }

  /** Returns a corridor as far as messages are concerned; undefined for one that is not watched here. */
  corridor(id: string) {
    const watched = this.#corridors.get(id)
    if (!watched) return undefined
    return {
      id,
      entityType: 'ASSET' as const,
      customerId: watched.corridor.customerId,
      notified: watched.notified,
      isMuted: () => false,
      noteNotified: (notified: Notified) => {
        watched.notified = notified
      },
    }
  }

  /** Returns all corridors that are watched here. */
  corridors() {
    return [...this.#corridors.keys()].flatMap((id) => this.corridor(id) ?? [])
  }

  #take(corridor: ListedCorridor): void {
    const content = JSON.stringify(corridor.content)
    const before = this.#corridors.get(corridor.id)
    if (before?.content === content) {
      before.corridor = corridor
      return
    }
    this.#remove(corridor.id)
    const writes = new WaveWrites(corridor.id, this.#deps)
    const watched: Watched = { corridor, content, writes, evaluator: undefined, notified: undefined }
    this.#corridors.set(corridor.id, watched)
    this.#deps.queue.ask(laneOf(corridor.id), () => this.#write(watched, false))
  }

  #remove(id: string): void {
    this.#corridors.delete(id)
    this.#deps.queue.drop(laneOf(id))
  }

  #ask(id: string, watched: Watched, isLast: boolean): void {
    this.#deps.queue.ask(laneOf(id), () => this.#write(watched, isLast))
  }

  async #write(watched: Watched, isLast: boolean): Promise<void> {
    const { writes, corridor } = watched
    const { now, onRefused, onAlarm, limits } = this.#deps
    if (watched.evaluator) {
      if (await writes.write(watched.evaluator, isLast)) onAlarm(corridor.customerId)
      return
    }
    const kept = await unlessRefused(
      () => writes.begin(),
      (error) => {
        if (error.status !== 404) onRefused('to read the state of a corridor', error)
      },
    )
    watched.evaluator = new WaveEvaluator(corridor.content, kept ?? NOTHING_KEPT, now(), limits)
    watched.notified = kept?.notified ?? {}
  }

  #junctionsOf({ corridor }: Watched): readonly WaveJunction[] {
    const nowMs = this.#deps.now()
    return corridor.content.junctions.map(({ device }) => {
      const watched = this.watched(device)
      const [junction, greens] = [this.#labels.get(device) ?? '', this.#greens.get(device)?.seen]
      return { device, junction, watched, greens, ...watched?.kindOfDay(nowMs) }
    })
  }

  /** Returns a junction of this share, or one of another share that is followed. */
  watched(deviceId: string): WatchedJunction | undefined {
    return this.#deps.own(deviceId) ?? this.#guests.get(deviceId)
  }

  /** Follows the greens of the junctions of corridors, and of no others. */
  #attachGreens(): void {
    for (const [id, { of }] of this.#greens) {
      if (this.#labels.has(id) && this.watched(id) === of) continue
      of.greens = undefined
      this.#greens.delete(id)
    }
    for (const id of this.#labels.keys()) {
      const of = this.watched(id)
      if (!of || this.#greens.has(id)) continue
      const seen = new GreensSeen(PHASES)
      of.greens = seen
      this.#greens.set(id, { of, seen })
    }
  }

  /** Forgets greens that no corridor needs any more. */
  #forgetGreens(nowMs: number): void {
    const needed = new Map<string, number>()
    for (const { corridor, evaluator } of this.#corridors.values()) {
      const fromMs = Math.min(nowMs, evaluator?.neededMs ?? nowMs)
      for (const { device } of corridor.content.junctions)
        needed.set(device, Math.min(fromMs, needed.get(device) ?? fromMs))
    }
    for (const [id, { seen }] of this.#greens) seen.forget(needed.get(id) ?? nowMs)
  }
}

function laneOf(id: string): string {
  return `wave ${id}`
}
