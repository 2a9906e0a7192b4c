/** The live connection of a program that runs for months: never gives up, and renews a refused token. */
import { LIVE_CLOSE } from '@greenwave/contract/wire/live'
import { type FrameHandler, LiveConnection, type LivePolicy, type Subscription } from './liveConnection.ts'
import type { ProgramSession } from './programSession.ts'
import { liveAddress, systemTransport, type Transport } from './transport.ts'

/** Retries without end: at first a second after the loss, then ever later, at most every half minute. */
const UNTIRING: LivePolicy = {
  retryMs: (attempt) => Math.min(1000 * 2 ** (attempt - 1), 30_000),
  provenAfterMs: 10_000,
  openWithinMs: 10_000,
  quietMs: 30_000,
  probeAnswerMs: 10_000,
}
/** Pause after a refusal that no new token solves, milliseconds. The account may be disabled for a while. */
export const AFTER_REFUSAL_MS = 60_000

/** Dependencies of `openLive`. */
export interface ProgramLiveDeps {
  /** Scheme, host and port of the platform. */
  readonly base: string
  readonly session: Pick<ProgramSession, 'token' | 'onUnauthorized'>
  readonly transport?: Transport
  readonly policy?: LivePolicy
  /** Takes remarks for people who look for a fault. */
  readonly log: (remark: string) => void
}

/** Connects, and reconnects until `disconnect`. */
export function openLive(deps: ProgramLiveDeps): LiveConnection {
  const { base, session, transport = systemTransport, policy = UNTIRING, log } = deps
  const connection = new LiveConnection({
    openSocket: (events) => transport.openSocket(liveAddress(base), events),
    after: transport.after,
    nowMs: transport.nowMs,
    token: () => session.token,
    policy,
    log,
    onOdd: log,
  })
  let stopPause: (() => void) | undefined
  const isRefused = (): boolean => connection.state.kind === 'refused'
  function pause(): void {
    // The caller may have disconnected while the program signed in.
    if (isRefused()) stopPause = transport.after(AFTER_REFUSAL_MS, () => connection.connect())
  }
  async function answerRefusal(code: number): Promise<void> {
    // Any other code does not concern the token.
    const token = code === LIVE_CLOSE.badData ? await session.onUnauthorized(session.token) : null
    if (token === null) pause()
    else if (isRefused()) connection.connect()
  }
  connection.onState((state) => {
    stopPause?.()
    if (state.kind !== 'refused') return
    log(`The platform refused the live connection: ${state.code} ${state.reason}`)
    answerRefusal(state.code).catch((error: unknown) => {
      log(`The program could not sign in again: ${String(error)}`)
      pause()
    })
  })
  connection.connect()
  return connection
}

/**
 * Follows something across reconnections: subscribes whenever the connection becomes live, so that each connection
 * begins with a snapshot. Returns the function that ends it.
 */
export function follow(connection: LiveConnection, command: Subscription, handle: FrameHandler): () => void {
  let end: (() => void) | undefined
  const subscribe = (): void => {
    end = connection.state.kind === 'live' ? connection.subscribe(command, handle) : undefined
  }
  const stop = connection.onState(subscribe)
  subscribe()
  return () => {
    stop()
    end?.()
  }
}
