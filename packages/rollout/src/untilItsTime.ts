import { NetworkError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { endOf, isEarly } from './nextStep.ts'
import { type OpenRollout, openRollout } from './rolloutAsset.ts'

/** Dependencies of waiting; see `SenderDeps`. */
interface WaitDeps {
  readonly call: CallApi<'asset'>
  readonly rolloutId: string
  readonly nowMs: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  readonly onProgress?: (rollout: Rollout) => void
}

/** So often a rollout is read again meanwhile, milliseconds. */
const AGAIN_MS = 5000

/**
 * Waits for the time of a rollout that is not to be sent before it, without its lease: others may wait for it, too, and the
 * first one of them sends it. Returns the rollout as it is then, or how it ended if it is not to be sent any more.
 */
export async function untilItsTime(
  first: OpenRollout,
  { call, rolloutId, nowMs, wait, signal, onProgress }: WaitDeps,
): Promise<OpenRollout | 'over' | 'stopped' | 'left'> {
  let open = first
  // What was stopped meanwhile is not sent: its time comes with a reading alone.
  let isRead = true
  while (!isRead || isEarly(open.rollout, nowMs())) {
    onProgress?.(open.rollout)
    if (signal.aborted) return 'left'
    const leftMs = (open.rollout.notBefore ?? 0) - nowMs()
    await wait(leftMs > 0 ? Math.min(AGAIN_MS, leftMs) : AGAIN_MS, signal)
    try {
      open = await openRollout(call, rolloutId)
      isRead = true
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      isRead = false
    }
    const end = endOf(open.rollout)
    if (end) return end
  }
  return open
}
