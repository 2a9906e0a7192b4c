import { ApiError } from '../callErrors.ts'
import type { CallApi } from '../callTypes.ts'
import type { CallName } from '@greenwave/contract/wire/calls/calls'
import type { Finding } from './finding.ts'

/** A trial of a platform with the calls `Known`. */
export interface Probe<Known extends CallName> {
  readonly check: string
  /** Fix for a refusal by the platform. */
  readonly fix: string
  /**
   * Tries it. Resolves with what was found if all is well, or with a finding; rejects with what the platform answered
   * otherwise.
   */
  readonly run: (call: CallApi<Known>) => Promise<string | Omit<Finding, 'check'>>
}

/** Fix for a platform that limits calls. */
export const RATE_FIX =
  'Raise the rate limits of REST requests in the profile of the tenant (ThingsBoard: Tenant profiles, Rate limits), for the tenant and for customers'

/** A probe that makes no sense after another one failed. */
export class NotTried extends Error {}

/** Tries probes one after the other; each has a finding. */
export async function tryProbes<Known extends CallName>(
  call: CallApi<Known>,
  probes: readonly Probe<Known>[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { check, fix, run } of probes) {
    try {
      const found = await run(call)
      findings.push(typeof found === 'string' ? { check, level: 'ok', says: found } : { check, ...found })
    } catch (error) {
      const failure = failureOf(error, check, fix)
      // A line end in what a platform answers would begin a finding of its own.
      findings.push({ ...failure, says: failure.says.replace(/\s+/g, ' ') })
    }
  }
  return findings
}

function failureOf(error: unknown, check: string, fix: string): Finding {
  if (error instanceof NotTried) return { check, level: 'warning', says: `was not tried: ${error.message}`, fix }
  if (error instanceof ApiError && error.status === 429) {
    return { check, level: 'warning', says: `the platform limits calls: ${error.message} (429)`, fix: RATE_FIX }
  }
  if (error instanceof ApiError) {
    return { check, level: 'error', says: `the platform refused: ${error.message} (${error.status})`, fix }
  }
  // Whatever it is, the probes after it are tried: one of them deletes what was made.
  return { check, level: 'error', says: error instanceof Error ? error.message : String(error), fix }
}
