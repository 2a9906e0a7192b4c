import { LIVE_CLOSE } from '@greenwave/contract/live'
import type { FastifyBaseLogger } from 'fastify'
import type { Principal, TokenVerifier } from '../access/principal.ts'
import type { DeviceData } from '../data/port/deviceData.ts'
import { closeReason, OUTDATED_REASON, refusalReason } from './authRefusal.ts'
import type { CommandLane, CommandSlices, Steps } from './commandSlices.ts'
import { errorFrame } from './frames.ts'
import { AUTH_TIMEOUT_MS, MAX_MESSAGES_BEFORE_AUTH, PING_AFTER_MS, PONG_TIMEOUT_MS, SEND_TIMEOUT_MS } from './limits.ts'
import type { LiveBudget } from './liveBudget.ts'
import { LiveCommands } from './liveCommands.ts'
import { Outbox, type OutboxSocket } from './outbox.ts'
import { type ParsedMessage, parseLegacyMessage, parseMessage } from './parseMessage.ts'

/** The part of a WebSocket that a live connection needs, so that a test can stand in for one. */
export interface LiveSocket extends OutboxSocket {
  close(code: number, reason?: string): void
  /** Ends the connection without waiting for the peer. */
  terminate(): void
  ping(): void
  /** Reads no more, until it resumes. */
  pause(): void
  resume(): void
}

export interface LiveDeps {
  readonly data: DeviceData
  readonly tokens: TokenVerifier
  /** True if the caller may see this device's values; false for a device that does not exist. */
  readonly mayRead: (principal: Principal, deviceId: string) => boolean
  /** Told now and then that a caller still looks on. */
  readonly noteUse?: (principal: Principal) => void
  /** What all sockets hold in memory. */
  readonly budget: LiveBudget
  /** The work of all sockets. */
  readonly slices: CommandSlices
  readonly log: FastifyBaseLogger
  /** Epoch milliseconds. */
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

/** What `open` starts with: which protocol is spoken, and the token of the address, if one is there. */
export interface LiveHandshake {
  readonly protocol: 'current' | 'legacy'
  readonly token: string | undefined
  /** Told once a token was found right. */
  readonly onSignedIn: () => void
  /** Told when it was refused. */
  readonly onRefused: (error: unknown) => void
}

/** Subscription id of the reply to a message that names none because it cannot be read. */
const UNREADABLE_MESSAGE_ID = 1

/** One socket of a console: signs in, runs commands, is looked after. */
export class LiveConnection {
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
    if (protocol === 'legacy' || token) this.#authenticate(token ?? '', LIVE_CLOSE.internal, [])
  }

  /** A text came in. */
  onText(text: string): void {
    const state = this.#state
    switch (state.kind) {
      case 'closed':
        return
      case 'awaitingAuth':
        this.#onFirstMessage(text)
        return
      case 'authenticating':
        if (state.waiting.length >= MAX_MESSAGES_BEFORE_AUTH) {
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
   * A session ended, or all of a user: who signed in with a token of it sees no more. Stricter than the
   * platforms of this protocol, which look at a token once; a token that only expires ends nothing here either.
   */
  onRevoked(subject: string): void {
    if (this.#state.kind !== 'open') return
    const { userId, chainId } = this.#state.principal
    if (subject === userId || subject === chainId) this.close(LIVE_CLOSE.badData, OUTDATED_REASON)
  }

  /** The socket is gone. */
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

  /** Called about once a second: ends what does not sign in, does not read or does not answer; asks for signs of life. */
  lookAfter(): void {
    if (this.#state.kind === 'closed') return
    const now = this.#deps.now()
    const isSignedIn = this.#state.kind === 'open'
    if (!isSignedIn && now - this.#openedAt >= AUTH_TIMEOUT_MS) {
      this.close(LIVE_CLOSE.policy)
      return
    }
    const isStuck = this.#outbox.stuckForMs() >= SEND_TIMEOUT_MS
    if (isStuck || now - this.#pongAt >= PONG_TIMEOUT_MS) {
      this.close(LIVE_CLOSE.noPong)
      // The close frame of a stuck socket would wait behind everything else; nobody reads it.
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
    if (message.authToken === undefined) {
      this.close(LIVE_CLOSE.policy, 'Auth cmd is missing')
      return
    }
    this.#authenticate(message.authToken, LIVE_CLOSE.badData, [text])
  }

  /** Checks a token; `waiting` and what comes meanwhile is run behind it. */
  #authenticate(token: string, refusalCode: number, waiting: string[]): void {
    this.#state = { kind: 'authenticating', waiting }
    if (token === '') {
      this.close(refusalCode, 'Token is invalid')
      return
    }
    this.#deps.tokens.verifyAccessToken(token).then(
      (principal) => this.#open(principal, waiting),
      (error: unknown) => {
        this.#onRefused(error)
        this.close(refusalCode, refusalReason(error))
      },
    )
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
      mayRead: (deviceId) => this.#deps.mayRead(principal, deviceId),
      close: (code, reason) => this.close(code, reason),
      now: this.#deps.now,
    })
    const lane = this.#deps.slices.openLane(principal.userId, this.#socket)
    this.#state = { kind: 'open', principal, commands, lane }
    this.#onSignedIn()
    for (const text of waiting) this.onText(text)
  }

  /** What a text asks for, a command at a time. */
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
