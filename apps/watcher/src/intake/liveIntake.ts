/** Follows devices over few live sockets, and subscribes to them step by step. */
import type { FrameHandler, LiveConnection, Subscription, TextReader } from '@greenwave/client/liveConnection'
import { TELEMETRY_KEYS } from '@greenwave/controller/keys'
import { LIVE_CLOSE } from '@greenwave/contract/wire/live'
import type { Unheard } from '@greenwave/contract/records/watch'
import { Hearing } from './hearing.ts'
import { SERVER_KEYS } from './serverAttributes.ts'
import { PARTS, type Part, type WatchedJunction } from './watchedJunction.ts'

/** Devices of a socket: a stuck one delays few, and ten thousand devices take twenty sockets. */
const DEVICES_OF_SOCKET = 500
/** Devices that are subscribed to at a time, and the pause after that: five thousand take some seconds. */
const DEVICES_AT_ONCE = 25
const PAUSE_MS = 10
/** After this time without all its snapshots a device is subscribed to anew, milliseconds. */
const SNAPSHOTS_WITHIN_MS = 30_000

/** Characters of what a platform says with a refusal. */
const LONGEST_REASON = 200

/** Dependencies of a `LiveIntake`. */
export interface LiveIntakeDeps {
  /** Opens a connection that reconnects by itself. */
  readonly open: () => LiveConnection
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
  /** Called when the platform refuses a connection of so many junctions, and again while it does. */
  readonly onRefused: (junctions: number, reason: string) => void
  /** Called when all that a refused connection follows is heard again. */
  readonly onAccepted: () => void
}

/** A device that is followed. */
interface Followed {
  readonly watched: WatchedJunction
  readonly socket: Socket
  /** Ends its subscriptions; undefined while it has none. */
  end: (() => void) | undefined
  askedMs: number
  /** When its lamps were heard last, by the seconds of the hearing of its socket. */
  heardSecond: number
}

interface Socket {
  readonly connection: LiveConnection
  readonly followed: Map<string, Followed>
  readonly hearing: Hearing
  /** Start of the refusal, epoch milliseconds, with the platform's message; undefined while accepted. */
  refusal: { readonly sinceMs: number; readonly reason: string } | undefined
  /** Since when nothing is heard of any of its junctions, epoch milliseconds; undefined while any is heard. */
  unheardMs: number | undefined
}

/** Follows devices. */
export class LiveIntake {
  readonly #deps: LiveIntakeDeps
  readonly #sockets: Socket[] = []
  readonly #followed = new Map<string, Followed>()
  readonly #waiting = new Set<Followed>()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: LiveIntakeDeps) {
    this.#deps = deps
  }

  /** Whether all sockets are open. */
  get isLive(): boolean {
    return this.#sockets.every(({ connection }) => connection.state.kind === 'live')
  }

  /** Junctions without data, about which nothing is reported; undefined while all send. */
  get unheard(): Unheard | undefined {
    for (const { refusal } of this.#sockets) {
      if (refusal) return { why: 'refused', since: refusal.sinceMs, says: refusal.reason }
    }
    const since = this.#sockets.flatMap(({ unheardMs }) => unheardMs ?? [])
    return since.length === 0 ? undefined : { why: 'silence', since: Math.min(...since), says: '' }
  }

  /** Lets a second pass: notices what cannot be heard, and what can be heard again. */
  pass(): void {
    const nowMs = this.#deps.now()
    for (const socket of this.#sockets) {
      const { connection, followed, hearing, refusal } = socket
      if (connection.state.kind !== 'live') continue
      hearing.pass({
        frames: connection.frames,
        ask: () => connection.ask(),
        heardAfter: (second) =>
          [...followed.values()].filter((one) => one.heardSecond > second && !one.watched.isDisconnected).length,
      })
      if (hearing.hears !== (socket.unheardMs === undefined)) {
        socket.unheardMs = hearing.hears ? undefined : nowMs
        for (const { watched } of followed.values()) watched.setHearing(hearing.hears, nowMs)
      }
      if (refusal && [...followed.values()].every(({ watched }) => watched.isReady)) {
        socket.refusal = undefined
        this.#deps.onAccepted()
      }
    }
  }

  follow(watched: WatchedJunction): void {
    const socket = this.#socketWithRoom()
    const followed: Followed = { watched, socket, end: undefined, askedMs: 0, heardSecond: Number.NEGATIVE_INFINITY }
    socket.followed.set(watched.id, followed)
    this.#followed.set(watched.id, followed)
    this.#ask(followed)
  }

  unfollow(id: string): void {
    const followed = this.#followed.get(id)
    if (!followed) return
    this.#end(followed)
    this.#waiting.delete(followed)
    followed.socket.followed.delete(id)
    this.#followed.delete(id)
  }

  /** Asks again for what never arrived. Call it from time to time. */
  lookAfter(): void {
    const nowMs = this.#deps.now()
    for (const followed of this.#followed.values()) {
      const { watched, askedMs, end } = followed
      if (watched.isReady || !end || nowMs - askedMs < SNAPSHOTS_WITHIN_MS) continue
      this.#end(followed)
      this.#ask(followed)
    }
  }

  /** Disconnects. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#waiting.clear()
    for (const { connection } of this.#sockets) connection.disconnect()
  }

  #socketWithRoom(): Socket {
    const free = this.#sockets.find(({ followed }) => followed.size < DEVICES_OF_SOCKET)
    if (free) return free
    const socket: Socket = {
      ...{ connection: this.#deps.open(), followed: new Map(), hearing: new Hearing() },
      refusal: undefined,
      unheardMs: undefined,
    }
    this.#sockets.push(socket)
    socket.connection.onState((state) => {
      const { kind } = state
      socket.hearing.reset()
      socket.unheardMs = undefined
      if (kind === 'refused' && state.code === LIVE_CLOSE.policy) {
        const reason = `${state.code} ${state.reason}`.trim().slice(0, LONGEST_REASON)
        socket.refusal ??= { sinceMs: this.#deps.now(), reason }
        this.#deps.onRefused(socket.followed.size, reason)
      }
      for (const followed of socket.followed.values()) {
        // Subscriptions end with their socket.
        followed.end = undefined
        followed.watched.lose(this.#deps.now())
        if (kind === 'live') this.#ask(followed)
        else this.#waiting.delete(followed)
      }
    })
    return socket
  }

  #ask(followed: Followed): void {
    this.#waiting.add(followed)
    this.#timer ??= setTimeout(() => this.#askSome(), 0)
  }

  #askSome(): void {
    this.#timer = undefined
    let left = DEVICES_AT_ONCE
    for (const followed of this.#waiting) {
      if (left === 0) break
      left -= 1
      this.#waiting.delete(followed)
      this.#subscribe(followed)
    }
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#askSome(), PAUSE_MS)
  }

  #subscribe(followed: Followed): void {
    const { watched, socket } = followed
    const { connection } = socket
    // It asks for itself when it becomes live.
    if (connection.state.kind !== 'live') return
    followed.askedMs = this.#deps.now()
    const commands = PARTS.map((part) => subscriptionOf(watched.id, part))
    followed.end = connection.subscribeAll(commands, this.#receive, this.#readText)
  }

  /** A single function for all subscriptions: tens of thousands of closures would take some megabytes. */
  readonly #receive: FrameHandler = ({ data }, asked) => {
    const followed = this.#followed.get(asked.entityId)
    if (!followed) return
    const part = partOf(asked)
    const { watched, socket } = followed
    // A snapshot may be as old as the junction.
    if (part === 'telemetry' && watched.isReady) followed.heardSecond = socket.hearing.hearJunction()
    watched.receive(part, data ?? {}, this.#deps.now())
  }

  readonly #readText: TextReader = (text, at, asked) => {
    if (partOf(asked) !== 'telemetry') return false
    const followed = this.#followed.get(asked.entityId)
    if (!followed?.watched.takeText(text, at, this.#deps.now())) return false
    followed.heardSecond = followed.socket.hearing.hearJunction()
    return true
  }

  #end(followed: Followed): void {
    followed.end?.()
    followed.end = undefined
    followed.watched.lose(this.#deps.now())
  }
}

const TELEMETRY = TELEMETRY_KEYS.join(',')
const SERVER = SERVER_KEYS.join(',')

function subscriptionOf(entityId: string, part: Part): Subscription {
  const device = { entityType: 'DEVICE', entityId } as const
  if (part === 'telemetry') return { ...device, type: 'TIMESERIES', scope: 'LATEST_TELEMETRY', keys: TELEMETRY }
  return { ...device, type: 'ATTRIBUTES', scope: part, ...(part === 'SERVER_SCOPE' && { keys: SERVER }) }
}

function partOf({ scope }: Subscription): Part {
  return PARTS.find((part) => part === scope) ?? 'telemetry'
}
