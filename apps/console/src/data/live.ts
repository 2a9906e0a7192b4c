/** The live connection of this tab, connected to the session, the browser and the query cache. */
import { type ConnectionState, LiveConnection } from '@greenwave/client/liveConnection'
import { liveAddress, systemTransport } from '@greenwave/client/transport'
import { LIVE_CLOSE } from '@greenwave/contract/wire/live'
import type { TimedValues } from '@greenwave/controller/timedValue'
import type { QueryClient } from '@tanstack/react-query'
import { againWhenBack, type Failing, failingQueries, inBrowser } from './againWhenBack.ts'
import { callApi } from './api.ts'
import { asOf } from './asOf.ts'
import { LIVE_POLICY } from './livePolicy.ts'
import { LiveTopics, type Topic } from './liveTopics.ts'
import { forgetRemarks, log, logOnce } from './log.ts'
import { serverNowMs } from './serverTime.ts'
import { currentToken, session } from './session.ts'
import { isCalling } from './signInApi.ts'

/** Calls back once after some milliseconds. Returns a function that cancels this. */
export const { after } = systemTransport

/** The one live connection of this tab. */
export const connection = new LiveConnection({
  openSocket: (events) => systemTransport.openSocket(liveAddress(window.location.href), events),
  after,
  nowMs: systemTransport.nowMs,
  token: currentToken,
  policy: LIVE_POLICY,
  log,
  onOdd: logOnce,
})

const isFirstConnection = (state: ConnectionState): boolean => state.kind === 'connecting' && !state.again

/** Returns whether an answer or the first live connection is on its way. */
export const isDataOnItsWay = (): boolean => isCalling() || isFirstConnection(connection.state)

/** The topics that are followed over it. */
export const topics = new LiveTopics({
  connection,
  read: fetchAttributes,
  nowMs: () => Date.now(),
  serverNowMs,
  onFuture: askForServerTime,
})

/** The shortest time between two questions, milliseconds, because a controller may send such samples every second. */
const ASK_AGAIN_MS = 10_000

/** State of the current session. */
interface OfSession {
  /** Last request for the platform's time, milliseconds of `performance.now()`. */
  askedAtMs: number
  /** The token that replaced a refused one. */
  tokenAfterRefusal: string | null
}

const beginning = (): OfSession => ({ askedAtMs: Number.NEGATIVE_INFINITY, tokenAfterRefusal: null })

let ofSession = beginning()

/**
 * Asks for the platform's time, which any answer contains. After a change of this computer's clock every sample seems
 * to have a wrong time.
 */
function askForServerTime({ entityId }: Topic): void {
  const nowMs = performance.now()
  if (nowMs - ofSession.askedAtMs < ASK_AGAIN_MS) return
  ofSession.askedAtMs = nowMs
  callApi('deviceInfo', { params: { deviceId: entityId } }).catch(() => log("Reading the platform's time failed"))
}

/**
 * Fetches the two scopes of devices that the console also reads over HTTP. Telemetry, a controller's reports and other
 * entities come only over the socket.
 */
function fetchAttributes({ entityType, entityId, scope, keys }: Topic): Promise<TimedValues> | null {
  if (scope !== 'SERVER_SCOPE' && scope !== 'SHARED_SCOPE') return null
  // Single keys are followed for lists, which have already read them.
  if (keys !== undefined || entityType !== undefined) return null
  return callApi('attributes', { params: { entityType: 'DEVICE', entityId, scope } }).then((attributes) =>
    Object.fromEntries(attributes.map(({ key, value, lastUpdateTs }) => [key, { ts: lastUpdateTs, value }])),
  )
}

/**
 * Connects while a user is signed in. After every loss of the connection it repeats all reads on screen, because
 * updates may have been missed. Returns a function that stops this.
 */
export function startLive(queryClient: QueryClient): () => void {
  ofSession = beginning()
  let userId: string | undefined
  const followSession = () => {
    const state = session.getState()
    const nowUserId = state.state === 'signedIn' ? state.user.userId : undefined
    if (nowUserId === userId) return
    // When a session begins there is nothing to clear, and the first reads of the page are already under way.
    if (userId !== undefined) {
      queryClient.clear()
      topics.clear()
      forgetRemarks()
    }
    userId = nowUserId
    if (nowUserId === undefined) connection.disconnect()
    else connection.connect()
  }

  let wasLive = false
  const stops = [
    againWhenBack(failingOrKept(queryClient), inBrowser),
    asOf.onChange(() => {
      if (asOf.state === null) void queryClient.invalidateQueries()
    }),
    session.subscribe(followSession),
    connection.onState((state) => {
      if (state.kind === 'live') {
        if (wasLive) void queryClient.invalidateQueries()
        wasLive = true
      } else if (state.kind === 'off') wasLive = false
      else if (state.kind === 'refused') void answerRefusal(state)
    }),
    listen(window, 'online', () => connection.checkNow()),
    listen(window, 'offline', () => connection.checkNow()),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') connection.checkNow()
    }),
    () => topics.clear(),
    () => connection.disconnect(),
  ]
  followSession()
  return () => {
    for (const stop of stops.reverse()) stop()
    asOf.set(null)
  }
}

/** Returns the reads that another attempt may get: those that failed, and all while kept answers stand in for new ones. */
function failingOrKept(queryClient: QueryClient): Failing {
  const failing = failingQueries(queryClient)
  return {
    ...failing,
    hasFailed: () => asOf.state !== null || failing.hasFailed(),
    retry: () => (asOf.state === null ? failing.retry() : void queryClient.invalidateQueries()),
  }
}

/**
 * Renews a refused token (1007), once. When the new token is refused too, or the renewal gets no answer, the connection
 * stays refused and the banner offers Reconnect. A refused renewal ends the session, and the session reports that.
 * After any other refusal (1008) the connection stays refused at once.
 */
async function answerRefusal({ code }: Extract<ConnectionState, { kind: 'refused' }>): Promise<void> {
  const { tokenAfterRefusal } = ofSession
  if (code !== LIVE_CLOSE.badData || (tokenAfterRefusal !== null && tokenAfterRefusal === currentToken())) return
  try {
    await session.refresh()
    ofSession.tokenAfterRefusal = currentToken()
    connection.connect()
  } catch (error) {
    log(`Renewing a refused token failed: ${String(error)}`)
  }
}

function listen(target: EventTarget, event: string, callback: () => void): () => void {
  target.addEventListener(event, callback)
  return () => target.removeEventListener(event, callback)
}
