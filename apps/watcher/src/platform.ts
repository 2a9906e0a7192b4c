/** The platform as the watcher reaches it: signed in, with its time, and with the pauses that it asks for. */
import type { CallApi } from '@greenwave/client/callTypes'
import { createClient } from '@greenwave/client/createClient'
import type { LiveConnection } from '@greenwave/client/liveConnection'
import { openLive } from '@greenwave/client/programLive'
import type { ProgramSession } from '@greenwave/client/programSession'
import { signIn } from '@greenwave/client/signIn'
import { systemTransport, type Transport } from '@greenwave/client/transport'
import { calls } from '@greenwave/contract/wire/calls/calls'
import type { Logger } from 'pino'
import { fetchOverHttp } from './httpCalls.ts'
import { openLiveSocket } from './liveSocket.ts'
import { ParentSession } from './parentSession.ts'
import { createPlatformClock } from '@greenwave/client/program/remotePlatform'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'

/** A call that takes longer counts as failed, milliseconds. */
const CALL_TIMEOUT_MS = 30_000

/** The platform, signed in. */
export interface ReachedPlatform {
  readonly call: CallApi<WatcherCall>
  readonly session: Pick<ProgramSession, 'token' | 'onUnauthorized'>
  readonly openLive: () => LiveConnection
  /** The platform's time, epoch milliseconds. */
  readonly now: () => number
}

/** How a platform is reached. */
export interface Reach {
  readonly base: string
  /** Who watches: an account, or what the parent asks tokens for. */
  readonly who: { readonly email: string; readonly password: string } | ParentSession
  readonly log: Logger
  /** Called when the platform asks for a pause, milliseconds. */
  readonly onPause: (ms: number) => void
}

/** Signs in. Rejects with the errors of `signIn`. */
export async function reachPlatform({ base, who, log, onPause }: Reach): Promise<ReachedPlatform> {
  const clock = createPlatformClock()
  const remark = (text: string): void => log.debug(text)
  const transport: Transport = {
    ...systemTransport,
    openSocket: openLiveSocket,
    async fetch(address, init) {
      const signal = init.signal ?? AbortSignal.timeout(CALL_TIMEOUT_MS)
      const response = await fetchOverHttp(address, { ...init, signal })
      clock.note(response.headers.get('Date'))
      const seconds = Number(response.headers.get('Retry-After'))
      if (!response.ok && seconds > 0) onPause(seconds * 1000)
      return response
    },
  }
  const { call, session } = await enter()
  return { call, session, now: clock.now, openLive: () => openLive({ base, session, transport, log: remark }) }

  async function enter(): Promise<Pick<ReachedPlatform, 'call' | 'session'>> {
    if (!(who instanceof ParentSession)) return signIn(base, who.email, who.password, transport, remark)
    await who.tokenForCall()
    return { session: who, call: createClient({ calls, base, fetch: transport.fetch, session: who, onOdd: remark }) }
  }
}
