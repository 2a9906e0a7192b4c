/** Keeps an unattended page connected and signed in for weeks, where no user can press Reconnect. */
import type { ConnectionState } from '@greenwave/client/liveConnection'
import { after, connection } from './live.ts'
import { log } from './log.ts'
import { session } from './session.ts'

/** The time until the next five attempts after a loss, and until the next attempt after a refusal. Milliseconds. */
const LOST_AGAIN_MS = 3000
const REFUSED_AGAIN_MS = 30_000
/** How often the age of the token is looked at: a machine that slept had no timers meanwhile. Milliseconds. */
const TOKEN_CHECK_MS = 60_000

/**
 * Connects again and again while the platform is gone or refuses, instead of giving up after five attempts, and renews
 * the tokens even if the machine slept when that was due. No failure of the network ends the session. Returns a function
 * that ends this.
 */
export function keepConnected(): () => void {
  let cancel: (() => void) | undefined
  const follow = ({ kind }: ConnectionState) => {
    cancel?.()
    cancel = undefined
    if (kind === 'lost') cancel = after(LOST_AGAIN_MS, () => connection.connect())
    else if (kind === 'refused') cancel = after(REFUSED_AGAIN_MS, () => void renewAndConnect())
  }
  const renewAndConnect = async () => {
    // The token may be the reason. If the platform does not answer, the next attempt renews it.
    await session.refresh().catch((error: unknown) => log(`Renewing the tokens failed: ${String(error)}`))
    if (connection.state.kind === 'refused') connection.connect()
  }
  const stopFollowing = connection.onState(follow)
  follow(connection.state)
  const checks = setInterval(() => session.checkTokenAge(), TOKEN_CHECK_MS)
  return () => {
    clearInterval(checks)
    stopFollowing()
    cancel?.()
  }
}
