import { useSyncExternalStore } from 'react'
import { callRollouts } from '../changeApi.ts'
import { after } from '../live.ts'
import { serverNowMs } from '../serverTime.ts'
import { session, whoIsSignedIn } from '../session.ts'
import { type OwnRollout, OwnRollouts } from './OwnRollouts.ts'

/** The rollouts that this tab sends. */
export const ownRollouts = new OwnRollouts({
  call: callRollouts,
  nowMs: serverNowMs,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const stop = after(ms, resolve)
      signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    }),
  by: whoIsSignedIn,
})

session.subscribe(() => {
  if (session.getState().state === 'signedOut') ownRollouts.leave()
})

/** Returns a rollout that this tab sends; undefined if it does not send it. */
export function useOwnRollout(rolloutId: string): OwnRollout | undefined {
  return useSyncExternalStore(ownRollouts.onChange, () => ownRollouts.of(rolloutId))
}
