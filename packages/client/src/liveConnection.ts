/** The life of the live socket: sign-in, retries after a loss, subscriptions. Socket, clock and policy are injected. */
import {
  type ClientMessage,
  LIVE_CLOSE,
  type LiveCommand,
  parseFrame,
  type SubscriptionFrame,
} from '@greenwave/contract/wire/live'
import { type FrameHandler, LiveSubscribers, type Subscription, type TextReader } from './liveSubscribers.ts'
import { Silence } from './silence.ts'
import type { LiveSocket, SocketEvents, Transport } from './transport.ts'

export type { FrameHandler, Subscription, TextReader } from './liveSubscribers.ts'

/** The state of the live connection. */
export type ConnectionState =
  /** Signed out: no connection is wanted. */
  | { readonly kind: 'off' }
  /** `again`: there was a connection before, so that the values on the screen may be old. */
  | { readonly kind: 'connecting'; readonly again: boolean }
  | { readonly kind: 'live' }
  /** Lost; the next try is scheduled or on its way. `attempt` counts from 1. */
  | { readonly kind: 'retrying'; readonly attempt: number }
  /** Given up until a user reconnects, or network or visibility return. */
  | { readonly kind: 'lost' }
  /** The platform closed with a refusal. Another try with the same token is pointless. */
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }

/** When a lost connection is retried, and when an open one is considered dead. Times are milliseconds. */
export interface LivePolicy {
  /**
   * Returns the delay before a retry, or undefined to give up. `attempt` counts from 1 since the connection last
   * worked.
   */
  readonly retryMs: (attempt: number) => number | undefined
  /**
   * After this time, or after its first frame, a connection counts as working: its loss starts the retries from 1
   * again.
   */
  readonly provenAfterMs: number
  /** How long a socket may take to open. A host that drops packets would otherwise block a try for minutes. */
  readonly openWithinMs: number
  /** Silence after which the connection is probed. */
  readonly quietMs: number
  /** How long the reply to a probe may take. */
  readonly probeAnswerMs: number
}

/** Dependencies of a `LiveConnection`. */
export interface LiveConnectionDeps {
  readonly openSocket: (events: SocketEvents) => LiveSocket
  readonly after: Transport['after']
  readonly nowMs: Transport['nowMs']
  /** The stored access token. */
  readonly token: () => string | null
  readonly policy: LivePolicy
  /** Takes remarks for people who look for a fault, never for the user. */
  readonly log: (remark: string) => void
  /** Called for each part of a frame that is left out, with the same sentence for the same oddity. */
  readonly onOdd: (remark: string) => void
}

/** Commands per message: well below the largest message that the platform accepts. */
const COMMANDS_PER_MESSAGE = 100
/** Longer messages are not read. Characters. */
const MAX_MESSAGE_LENGTH = 67_108_864

/**
 * One live connection at a time. Subscriptions end with their socket: a caller that wants one again subscribes again
 * when the state is `live` anew, and gets a new id.
 */
export class LiveConnection {
  readonly #deps: LiveConnectionDeps
  readonly #stateListeners = new Set<(state: ConnectionState) => void>()
  readonly #subscribers: LiveSubscribers
  #state: ConnectionState = { kind: 'off' }
  #socket: LiveSocket | undefined
  #failedAttempts = 0
  #frames = 0
  #outbox: LiveCommand[] = []
  #stopWaiting: (() => void) | undefined
  #stopProving: (() => void) | undefined
  #stopAwaitingReply: (() => void) | undefined
  /** An active controller sends each second; one that is off sends nothing, hence the probe. */
  readonly #silence: Silence

  constructor(deps: LiveConnectionDeps) {
    this.#deps = deps
    const { after, nowMs, policy } = deps
    this.#subscribers = new LiveSubscribers(after, (command) => this.#send(command))
    this.#silence = new Silence({ after, nowMs, quietMs: policy.quietMs, onSilent: () => this.#probe() })
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** Frames that have arrived so far, also those that say an error. */
  get frames(): number {
    return this.#frames
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener)
    return () => {
      this.#stateListeners.delete(listener)
    }
  }

  /** Connects with the stored token and starts the retries from 1. Without a token only logs a remark. */
  connect(): void {
    this.#dropSocket()
    this.#failedAttempts = 0
    this.#open({ kind: 'connecting', again: this.#state.kind !== 'off' })
  }

  /** Ends the connection for good, after sign-out. */
  disconnect(): void {
    this.#dropSocket()
    this.#set({ kind: 'off' })
  }

  /**
   * Call when network or visibility returned: retries a waiting or abandoned connection at once, and probes one that
   * looks alive.
   */
  checkNow(): void {
    if (this.#state.kind === 'lost' || this.#state.kind === 'retrying') this.connect()
    else if (this.#state.kind === 'live') this.#probe()
  }

  /**
   * Subscribes and returns the function that ends the subscription. When not live, returns undefined, and retries a
   * connection that was given up. Throws RangeError beyond 40,000 subscriptions at once.
   */
  subscribe(command: Subscription, handle: FrameHandler): (() => void) | undefined {
    return this.subscribeAll([command], handle)
  }

  /** Does the same with several, which end together. `readText` spares parsing where thousands of frames come a second. */
  subscribeAll(
    commands: readonly Subscription[],
    handle: FrameHandler,
    readText?: TextReader,
  ): (() => void) | undefined {
    if (this.#state.kind !== 'live') {
      if (this.#state.kind === 'lost') this.connect()
      return undefined
    }
    const ids = commands.map((command) => this.#subscribers.add(command, handle, readText))
    this.#silence.begin()
    return () => {
      for (const id of ids) this.#subscribers.remove(id)
    }
  }

  #open(state: ConnectionState): void {
    const token = this.#deps.token()
    if (token === null) {
      this.#deps.log('No token is stored, so there is no live connection')
      this.#set({ kind: 'off' })
      return
    }
    this.#set(state)
    // Events of a socket that was dropped are ignored.
    const ifCurrent = (act: () => void): void => {
      if (this.#socket === socket) act()
    }
    const socket = this.#deps.openSocket({
      opened: () => ifCurrent(() => this.#opened(token)),
      received: (data) => ifCurrent(() => this.#receive(data)),
      closed: (code, reason) => ifCurrent(() => this.#closed(code, reason)),
    })
    this.#socket = socket
    this.#stopWaiting = this.#deps.after(this.#deps.policy.openWithinMs, () => this.#lose('did not open'))
  }

  #opened(token: string): void {
    this.#stopWaiting?.()
    this.#post({ authCmd: { cmdId: 0, token } })
    this.#stopProving = this.#deps.after(this.#deps.policy.provenAfterMs, () => this.#proven())
    // The platform does not confirm: a refused token shows as a close with code 1007.
    this.#set({ kind: 'live' })
  }

  #closed(code: number, reason: string): void {
    if (code === LIVE_CLOSE.badData || code === LIVE_CLOSE.policy) {
      this.#dropSocket()
      this.#set({ kind: 'refused', code, reason })
    } else this.#lose(`closed with ${code}`)
  }

  #lose(how: string): void {
    this.#deps.log(`The live connection ${how}`)
    this.#dropSocket()
    const waitMs = this.#deps.policy.retryMs(this.#failedAttempts + 1)
    if (waitMs === undefined) {
      this.#set({ kind: 'lost' })
      return
    }
    this.#failedAttempts += 1
    const retrying: ConnectionState = { kind: 'retrying', attempt: this.#failedAttempts }
    this.#stopWaiting = this.#deps.after(waitMs, () => this.#open(retrying))
    this.#set(retrying)
  }

  /** Drops the socket without waiting for its close event, which a dead network never reports. */
  #dropSocket(): void {
    this.#stopWaiting?.()
    this.#stopProving?.()
    this.#stopAwaitingReply?.()
    this.#silence.stop()
    this.#subscribers.clear()
    this.#outbox = []
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #proven(): void {
    this.#stopProving?.()
    this.#stopProving = undefined
    this.#failedAttempts = 0
  }

  #receive(data: unknown): void {
    const isRead = typeof data === 'string' && this.#subscribers.read(data)
    const frame = isRead ? undefined : parseMessage(data, this.#deps.onOdd)
    if (!isRead && !frame) {
      this.#deps.log(`A message that is no frame: ${String(data).slice(0, 200)}`)
      return
    }
    this.#frames += 1
    this.#proven()
    this.#stopAwaitingReply?.()
    this.#stopAwaitingReply = undefined
    this.#silence.hear()
    if (!frame) return
    if (frame.errorCode !== 0) {
      this.#deps.log(`Subscription ${frame.subscriptionId}: error ${frame.errorCode} ${frame.errorMsg ?? ''}`)
    }
    this.#subscribers.hear(frame)
  }

  /** No reply in time means that the connection is dead although the socket looks open. */
  #probe(): void {
    if (!this.ask()) return
    this.#silence.stop()
    this.#stopAwaitingReply?.()
    this.#stopAwaitingReply = this.#deps.after(this.#deps.policy.probeAnswerMs, () => this.#lose('went silent'))
  }

  /** Sends a request that has a reply. Returns false where nothing is followed, or the connection is not live. */
  ask(): boolean {
    const { first } = this.#subscribers
    if (!first) return false
    const { entityId } = first
    const command: Subscription = {
      type: 'ATTRIBUTES',
      entityType: 'DEVICE',
      entityId,
      scope: 'SERVER_SCOPE',
      keys: 'active',
    }
    const end = this.subscribe(command, () => end?.())
    return end !== undefined
  }

  /** Collects the commands of one turn of the event loop into few messages. */
  #send(command: LiveCommand): void {
    this.#outbox.push(command)
    if (this.#outbox.length === 1) queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    const commands = this.#outbox
    this.#outbox = []
    for (let start = 0; start < commands.length; start += COMMANDS_PER_MESSAGE)
      this.#post({ cmds: commands.slice(start, start + COMMANDS_PER_MESSAGE) })
  }

  #post(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message))
  }

  #set(state: ConnectionState): void {
    this.#state = state
    for (const listener of [...this.#stateListeners]) listener(state)
  }
}

function parseMessage(data: unknown, onOdd: (remark: string) => void): SubscriptionFrame | undefined {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE_LENGTH) return undefined
  try {
    return parseFrame(JSON.parse(data), onOdd)
  } catch {
    return undefined
  }
}
