import { LIVE_CLOSE } from '@greenwave/contract/wire/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Principal, TokenVerifier } from '../access/principal.ts'
import type { DeviceData } from '../data/port/deviceData.ts'
import type { NamedEntity } from '../entities/valueReaders.ts'
import { LIMITS } from '../limits/limits.ts'
import { closeReason, OUTDATED_REASON, refusalReason } from './authRefusal.ts'
import type { CommandLane, CommandSlices, Steps } from './commandSlices.ts'
import { errorFrame } from './frames.ts'
import type { LiveBudget } from './liveBudget.ts'
import { LiveCommands } from './liveCommands.ts'
import { Outbox, type OutboxSocket } from './outbox.ts'
import { type Credential, type ParsedMessage, parseLegacyMessage, parseMessage } from './parseMessage.ts'

/** A socket is pinged when its last pong is older than this, milliseconds. */
export const PING_AFTER_MS = 10_000

/** The part of a WebSocket that a live connection needs, so that tests can replace it. */
export interface LiveSocket extends OutboxSocket {
  close(code: number, reason?: string): void
  /** Ends the connection without waiting for the peer. */
  terminate(): void
  ping(): void
  /** Stops reading until `resume`. */
  pause(): void
  resume(): void
}

/** The parts that all live connections share. */
export interface LiveDeps {
  readonly data: DeviceData
  readonly tokens: TokenVerifier
  /** Returns true if the caller may see this entity's values; false for an entity that does not exist. */
  readonly mayRead: (principal: Principal, entity: NamedEntity) => boolean
  /** Called from time to time while a caller stays connected. */
  readonly noteUse?: (principal: Principal) => void
  /** Counts the memory of all sockets. */
  readonly budget: LiveBudget
  /** Does the work of all sockets. */
  readonly slices: CommandSlices
  readonly log: FastifyBaseLogger
  /** Returns epoch milliseconds. */
  readonly now: () => number
}

type ConnectionState =
  | { readonly kind: 'awaitingAuth' }
  | { readonly kind: 'authenticating'; readonly waiting: string[] }
  | {
      readonly kind: 'open'
      readonly principal: Principal
      readonly commands: LiveCommands
      readonly lane: CommandLane
    }
  | { readonly kind: 'closed' }

/** The handshake of a connection: its protocol, and the token in the address if there is one. */
export interface LiveHandshake {
  readonly protocol: 'current' | 'legacy'
  readonly token: string | undefined
  /** Called when a token was accepted. */
  readonly onSignedIn: () => void
  /** Called when a token was refused. */
  readonly onRefused: (error: unknown) => void
}

/** Subscription id in the reply to a message that cannot be read. */
const UNREADABLE_MESSAGE_ID = 1

/** The connection of one console: signs in, runs commands and is checked regularly. */
export class LiveSession {
  readonly #socket: LiveSocket
  readonly #deps: LiveDeps
  readonly #outbox: Outbox
  readonly #parse: (text: string) => ParsedMessage
  readonly #openedAt: number
  readonly #onSignedIn: () => void
  readonly #onRefused: (error: unknown) => void
  #state: ConnectionState = { kind: 'awaitingAuth' }
  #pongAt: number
  #pingAt: number

  constructor(socket: LiveSocket, deps: LiveDeps, { protocol, token, onSignedIn, onRefused }: LiveHandshake) {
    this.#socket = socket
    this.#deps = deps
    this.#parse = protocol === 'legacy' ? parseLegacyMessage : parseMessage
    this.#outbox = new Outbox(
      socket,
      deps.now,
      () => this.close(LIVE_CLOSE.policy, 'Max pending updates limit reached!'),
      (characters) => deps.budget.chargeWaiting(characters),
    )
    this.#openedAt = deps.now()
    this.#onSignedIn = onSignedIn
    this.#onRefused = onRefused
    this.#pongAt = this.#openedAt
    this.#pingAt = this.#openedAt
    if (protocol === 'legacy' || token) {
      this.#authenticate({ kind: 'token', text: token ?? '' }, LIVE_CLOSE.internal, [])
    }
  }

  /** Handles a text message. */
  onText(text: string): void {
    const state = this.#state
    switch (state.kind) {
      case 'closed':
        return
      case 'awaitingAuth':
        this.#onFirstMessage(text)
        return
      case 'authenticating':
        if (state.waiting.length >= LIMITS.messagesBeforeAuth.value) {
          this.close(LIVE_CLOSE.policy, 'Too many messages before sign-in')
          return
        }
        state.waiting.push(text)
        return
      case 'open':
        state.lane.add(text.length, this.#stepsOf(state.commands, text))
        return
    }
  }

  onPong(): void {
    this.#pongAt = this.#deps.now()
    if (this.#state.kind === 'open') this.#deps.noteUse?.(this.#state.principal)
  }

  /**
   * Closes the connection when its session ended, or all sessions of its user or of the administrator who signed in as
   * the user, or its API key was removed. This is stricter than ThingsBoard, which checks a token only once. A token that
   * merely expires does not close the connection here either.
   */
  onRevoked(subject: string): void {
    if (this.#state.kind !== 'open') return
    const { userId, chainId, impersonatorId } = this.#state.principal
    if ([userId, chainId, impersonatorId].includes(subject)) this.close(LIVE_CLOSE.badData, OUTDATED_REASON)
  }

  /** Cleans up after the socket was closed. */
  onClosed(): void {
    const state = this.#state
    this.#state = { kind: 'closed' }
    if (state.kind === 'open') {
      state.lane.end()
      state.commands.end()
    }
    this.#outbox.end()
  }

  close(code: number, reason?: string): void {
    if (this.#state.kind === 'closed') return
    this.onClosed()
    this.#socket.close(code, reason === undefined ? undefined : closeReason(reason))
  }

  /**
   * Closes connections that do not sign in, do not read or do not answer, and sends pings. Call it about once a second.
   */
  lookAfter(): void {
    if (this.#state.kind === 'closed') return
    const now = this.#deps.now()
    const isSignedIn = this.#state.kind === 'open'
    if (this.#state.kind === 'open' && (this.#state.principal.apiKeyExpires ?? Number.POSITIVE_INFINITY) <= now) {
      this.close(LIVE_CLOSE.badData, OUTDATED_REASON)
      return
    }
    if (!isSignedIn && now - this.#openedAt >= LIMITS.authTimeoutMs.value) {
      this.close(LIVE_CLOSE.policy)
      return
    }
    const isStuck = this.#outbox.stuckForMs() >= LIMITS.sendTimeoutMs.value
    if (isStuck || now - this.#pongAt >= LIMITS.pongTimeoutMs.value) {
      this.close(LIVE_CLOSE.noPong)
      // A stuck socket would not read the close frame, which waits behind everything else.
      if (isStuck) this.#socket.terminate()
      return
    }
    if (now - this.#pongAt >= PING_AFTER_MS && now - this.#pingAt >= PING_AFTER_MS) {
      this.#pingAt = now
      this.#socket.ping()
    }
  }

  #onFirstMessage(text: string): void {
    const message = this.#parse(text)
    if (message.kind === 'unreadable') {
      this.close(LIVE_CLOSE.badData, message.why)
      return
    }
    if (message.credential === undefined) {
      this.close(LIVE_CLOSE.policy, 'Auth cmd is missing')
      return
    }
    this.#authenticate(message.credential, LIVE_CLOSE.badData, [text])
  }

  /** Checks a token or an API key, then runs `waiting` and the messages that arrive meanwhile. */
  #authenticate({ kind, text }: Credential, refusalCode: number, waiting: string[]): void {
    this.#state = { kind: 'authenticating', waiting }
    if (text === '') {
      this.close(refusalCode, 'Token is invalid')
      return
    }
    this.#verify(kind, text).then(
      (principal) => this.#open(principal, waiting),
      (error: unknown) => {
        this.#onRefused(error)
        this.close(refusalCode, refusalReason(error))
      },
    )
  }

  async #verify(kind: Credential['kind'], text: string): Promise<Principal> {
    return kind === 'apiKey' ? this.#deps.tokens.verifyApiKey(text) : this.#deps.tokens.verifyAccessToken(text)
  }

  #open(principal: Principal, waiting: readonly string[]): void {
    if (this.#state.kind === 'closed') return
    const account = this.#deps.budget.openSocket(principal.userId)
    if (!account) {
      this.close(LIVE_CLOSE.policy, 'Max regular user sessions limit reached!')
      return
    }
    const commands = new LiveCommands({
      account,
      data: this.#deps.data,
      outbox: this.#outbox,
      owner: principal.userId,
      mayRead: (entity) => this.#deps.mayRead(principal, entity),
      close: (code, reason) => this.close(code, reason),
      now: this.#deps.now,
    })
    const lane = this.#deps.slices.openLane(principal.userId, this.#socket)
    this.#state = { kind: 'open', principal, commands, lane }
    this.#onSignedIn()
    for (const text of waiting) this.onText(text)
  }

  /** Yields between the commands of a message. */
  *#stepsOf(commands: LiveCommands, text: string): Steps {
    const message = this.#parse(text)
    if (message.kind === 'unreadable') {
      this.#outbox.reply(errorFrame(UNREADABLE_MESSAGE_ID, 'badPayload'))
      return
    }
    for (const [nth, command] of message.commands.entries()) {
      if (nth > 0) yield
      try {
        commands.run(command)
      } catch (error) {
        this.#deps.log.error({ err: error }, 'a live command failed')
        this.#outbox.reply(errorFrame(command.cmdId, command.type === 'ATTRIBUTES' ? 'fetchAttributes' : 'fetchData'))
      }
    }
  }
}
