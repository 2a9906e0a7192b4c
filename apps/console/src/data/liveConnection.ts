/** The live socket's life: sign-in, tries after a loss, subscriptions. No React, no browser: socket and clock are handed in. */
import {
  type ClientMessage,
  LIVE_CLOSE,
  type LiveCommand,
  readFrame,
  type SubscriptionFrame,
} from '@greenwave/contract/live'
import { logOnce } from './log.ts'

export type ConnectionState =
  /** Nobody is signed in; no connection is wanted. */
  | { readonly kind: 'off' }
  /** `again`: not for the first time, what is shown may be old. */
  | { readonly kind: 'connecting'; readonly again: boolean }
  | { readonly kind: 'live' }
  /** Lost; one of five tries is waited for or on its way. `attempt` counts from 1. */
  | { readonly kind: 'retrying'; readonly attempt: number }
  /** Given up, until somebody asks or network or visibility return. */
  | { readonly kind: 'lost' }
  /** The platform closed with a refusal: trying again with the same token is vain. */
  | { readonly kind: 'refused'; readonly code: number; readonly reason: string }

/** The smallest socket that works. */
export interface LiveSocket {
  send(text: string): void
  close(): void
}

/** What a socket tells. */
export interface SocketEvents {
  opened(): void
  received(data: unknown): void
  closed(code: number, reason: string): void
}

export interface LiveConnectionDeps {
  readonly openSocket: (events: SocketEvents) => LiveSocket
  /** Calls back once after some milliseconds; answers its stop. */
  readonly after: (ms: number, callback: () => void) => () => void
  /** The stored access token. */
  readonly token: () => string | null
  /** Remarks for whoever looks for a fault, never for the user. */
  readonly log: (remark: string) => void
}

/** A subscription, without the id that the connection gives it. */
export type Subscription = Pick<LiveCommand, 'type' | 'keys'> & {
  entityType: 'DEVICE'
  entityId: string
  scope: string
}
export type FrameHandler = (frame: SubscriptionFrame) => void

/** Tries after a loss, and the time before each. */
export const MAX_ATTEMPTS = 5
export const RETRY_MS = 3000
/** A connection that has lasted so long, or brought a frame, has proven itself: the next loss has all five tries again. */
export const PROVEN_AFTER_MS = 10_000
/** How long a socket may take to open. A host that swallows packets would otherwise hold a try for minutes. */
export const OPEN_WITHIN_MS = 10_000
/** Silence after which the connection is probed, and the time that the answer may take. */
export const QUIET_MS = 5000
export const PROBE_ANSWER_MS = 3000
/** Commands of one message: well below the largest message that the platform takes. */
const COMMANDS_PER_MESSAGE = 100

interface Subscriber {
  readonly command: Subscription
  readonly handle: FrameHandler
}

/**
 * One live connection at a time. Subscriptions die with their socket: whoever wants one again asks again when the state is
 * `live` anew, and gets a fresh id.
 */
export class LiveConnection {
  readonly #deps: LiveConnectionDeps
  readonly #stateListeners = new Set<(state: ConnectionState) => void>()
  readonly #subscribers = new Map<number, Subscriber>()
  #state: ConnectionState = { kind: 'off' }
  #socket: LiveSocket | undefined
  #failedAttempts = 0
  #nextCmdId = 1
  #outbox: LiveCommand[] = []
  #stopWaiting: (() => void) | undefined
  #stopProving: (() => void) | undefined
  #stopListening: (() => void) | undefined

  constructor(deps: LiveConnectionDeps) {
    this.#deps = deps
  }

  get state(): ConnectionState {
    return this.#state
  }

  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener)
    return () => {
      this.#stateListeners.delete(listener)
    }
  }

  /** Connects with the stored token; all five tries are there again. Without a token nothing happens but a remark. */
  connect(): void {
    this.#dropSocket()
    this.#failedAttempts = 0
    this.#open({ kind: 'connecting', again: this.#state.kind !== 'off' })
  }

  /** Ends the connection for good: after sign-out. */
  disconnect(): void {
    this.#dropSocket()
    this.#set({ kind: 'off' })
  }

  /** Network or visibility returned: tries at once what was waiting or given up, and probes what looks alive. */
  checkNow(): void {
    if (this.#state.kind === 'lost' || this.#state.kind === 'retrying') this.connect()
    else if (this.#state.kind === 'live') this.#probe()
  }

  /**
   * Subscribes, and answers the end of the subscription. Only while live: otherwise it answers nothing, and a connection that
   * was given up is tried again.
   */
  subscribe(command: Subscription, handle: FrameHandler): (() => void) | undefined {
    if (this.#state.kind !== 'live') {
      if (this.#state.kind === 'lost') this.connect()
      return undefined
    }
    const cmdId = this.#nextCmdId++
    this.#subscribers.set(cmdId, { command, handle })
    this.#send({ ...command, cmdId })
    if (!this.#stopListening) this.#listen()
    return () => {
      if (!this.#subscribers.delete(cmdId)) return
      this.#send({ ...command, cmdId, unsubscribe: true })
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
    // What a socket says after it was let go of concerns nobody.
    const ifCurrent = (act: () => void): void => {
      if (this.#socket === socket) act()
    }
    const socket = this.#deps.openSocket({
      opened: () => ifCurrent(() => this.#opened(token)),
      received: (data) => ifCurrent(() => this.#receive(data)),
      closed: (code, reason) => ifCurrent(() => this.#closed(code, reason)),
    })
    this.#socket = socket
    this.#stopWaiting = this.#deps.after(OPEN_WITHIN_MS, () => this.#lose('did not open'))
  }

  #opened(token: string): void {
    this.#stopWaiting?.()
    this.#post({ authCmd: { cmdId: 0, token } })
    this.#stopProving = this.#deps.after(PROVEN_AFTER_MS, () => this.#proven())
    // There is no word of success: a refused token shows as a close with code 1007.
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
    if (this.#failedAttempts >= MAX_ATTEMPTS) {
      this.#set({ kind: 'lost' })
      return
    }
    this.#failedAttempts += 1
    const retrying: ConnectionState = { kind: 'retrying', attempt: this.#failedAttempts }
    this.#stopWaiting = this.#deps.after(RETRY_MS, () => this.#open(retrying))
    this.#set(retrying)
  }

  /** Lets go of the socket without waiting for its close, which a dead network never reports. */
  #dropSocket(): void {
    this.#stopWaiting?.()
    this.#stopProving?.()
    this.#stopListening?.()
    this.#stopListening = undefined
    this.#subscribers.clear()
    this.#outbox = []
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #proven(): void {
    this.#stopProving?.()
    this.#failedAttempts = 0
  }

  #receive(data: unknown): void {
    const frame = parseFrame(data)
    if (!frame) {
      this.#deps.log(`A message that is no frame: ${String(data).slice(0, 200)}`)
      return
    }
    this.#proven()
    this.#listen()
    if (frame.errorCode !== 0) {
      this.#deps.log(`Subscription ${frame.subscriptionId}: error ${frame.errorCode} ${frame.errorMsg ?? ''}`)
      this.#subscribers.delete(frame.subscriptionId)
      return
    }
    this.#subscribers.get(frame.subscriptionId)?.handle(frame)
  }

  /** Starts the time of silence anew. A followed controller speaks each second; one that is off says nothing, hence the probe. */
  #listen(): void {
    this.#stopListening?.()
    this.#stopListening = this.#deps.after(QUIET_MS, () => this.#probe())
  }

  /** Asks something that has an answer; none in time means that the connection is dead though the socket does not know. */
  #probe(): void {
    const followed = this.#subscribers.values().next().value
    if (!followed) return
    const { entityId } = followed.command
    const command: Subscription = {
      type: 'ATTRIBUTES',
      entityType: 'DEVICE',
      entityId,
      scope: 'SERVER_SCOPE',
      keys: 'active',
    }
    const end = this.subscribe(command, () => end?.())
    this.#stopListening?.()
    this.#stopListening = this.#deps.after(PROBE_ANSWER_MS, () => this.#lose('went silent'))
  }

  /** Collects what one turn of the program asks for into few messages. */
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

function parseFrame(data: unknown): SubscriptionFrame | undefined {
  if (typeof data !== 'string') return undefined
  try {
    return readFrame(JSON.parse(data), logOnce)
  } catch {
    return undefined
  }
}
