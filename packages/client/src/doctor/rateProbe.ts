import { ApiError } from '../callErrors.ts'
import pMap from 'p-map'
import { type Probe, RATE_FIX } from './probe.ts'

/** As many calls as two consoles and a watcher make when they open, in a moment. */
const BURST = 100
const AT_ONCE = 10

/** A burst of calls, to be tried last: what comes after it would be refused, too. */
export const RATE_PROBE: Probe<'currentUser'> = {
  check: 'rate limits',
  fix: RATE_FIX,
  async run(call) {
    const beganMs = performance.now()
    let refused = 0
    const ask = async (): Promise<void> => {
      try {
        await call('currentUser')
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 429) throw error
        refused += 1
      }
    }
    await pMap(Array.from({ length: BURST }), ask, { concurrency: AT_ONCE })
    const seconds = ((performance.now() - beganMs) / 1000).toFixed(1)
    if (refused === 0) return `${BURST} calls within ${seconds} s, none refused`
    const says = `${refused} of ${BURST} calls within ${seconds} s were refused (429)`
    return { level: 'warning', says, fix: RATE_FIX }
  },
}
