import type { Finding } from '@greenwave/client/doctor/finding'
import { StoreRefused } from '../sqlite/storeRefused.ts'

/** Finding without the name of its check. */
export type Found = Omit<Finding, 'check'>

/** Runs a check and returns its finding. A check that cannot run is itself a finding of level `error`. */
export function attempt(check: string, work: () => Found): Finding {
  try {
    return { check, ...work() }
  } catch (error) {
    return { check, ...refusal(error) }
  }
}

/** Resolves with what a check finds, as `attempt` does. */
export async function attemptAsync(check: string, work: () => Promise<Found>): Promise<Finding> {
  try {
    return { check, ...(await work()) }
  } catch (error) {
    return { check, ...refusal(error) }
  }
}

/** Refusals of the store say what to do after a colon. */
function refusal(error: unknown): Found {
  const message = error instanceof Error ? error.message : String(error)
  const colon = error instanceof StoreRefused ? message.lastIndexOf(': ') : -1
  if (colon < 0) return { level: 'error', says: message, fix: 'See that this user may read it, and that it is whole' }
  const fix = message.slice(colon + 2).replace(/\.$/, '')
  return { level: 'error', says: message.slice(0, colon), fix: `${fix.slice(0, 1).toUpperCase()}${fix.slice(1)}` }
}
