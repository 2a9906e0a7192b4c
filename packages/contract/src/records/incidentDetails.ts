/**
 * @file What alarms of the watcher say in their `details`. They are read tolerantly: alarms of others say other things,
 * and those of an older watcher less.
 */
import * as z from 'zod/mini'
import { LONGEST_PHASE_NAME } from './junctionSite.ts'

const count = z.catch(z.optional(z.number()), undefined)
const word = z.catch(z.optional(z.string()), undefined)

/** The numbers and words of an incident's sentence. Which ones there are depends on its code; lengths are seconds. */
export const IncidentFacts = z.object({
  phases: z.catch(z.optional(z.array(z.number())), undefined),
  lamps: z.catch(z.optional(z.array(z.enum(['red', 'yellow', 'green']))), undefined),
  seconds: count,
  setSeconds: count,
  /** Epoch milliseconds. */
  sinceMs: count,
  from: count,
  to: count,
  settings: count,
  aheadSeconds: count,
  mode: count,
  /** Limits of an actuated green. */
  smallest: count,
  largest: count,
  /** In what a cycle differs from the settings: cycle, green, position, limits, mode or plan. */
  what: word,
  program: count,
  /** Null for none. */
  plan: z.catch(z.optional(z.nullable(z.number())), undefined),
  scheduled: count,
  /** Of a broken green wave: which way, the junction that breaks it with the id of its device, and why. */
  direction: z.catch(z.optional(z.enum(['outbound', 'inbound'])), undefined),
  junction: word,
  device: word,
  cause: word,
  /** Of a wrong kind of day: the names of what runs, empty where it is no kind, and of what should. */
  runs: word,
  day: word,
})
export type IncidentFacts = z.infer<typeof IncidentFacts>

/** A second of a controller that raised an incident. */
const EvidenceSample = z.object({
  /** The platform's time, epoch milliseconds. */
  ts: z.number(),
  /** The nine countdowns: red, yellow and green of phase 1, then of 2 and 3; -1 for a missing one. */
  counts: z.array(z.number()).check(z.length(9)),
  /** Time shown by the controller's clock, as UTC epoch milliseconds; null for none. */
  clockMs: z.catch(z.nullable(z.number()), null),
})
export type EvidenceSample = z.infer<typeof EvidenceSample>

/** The details of an incident's alarm. */
const IncidentDetails = z.object({
  /** Stable code of the incident, such as `short-yellow`. */
  code: z.string(),
  /** A plain English sentence, for what the reader does not know. */
  text: z.catch(z.string(), ''),
  facts: z.catch(IncidentFacts, {}),
  /** The facts when the incident was raised; left out where they are the same. */
  raised: z.catch(z.optional(IncidentFacts), undefined),
  /** How the phases were called then, phase 1 first; null for one without a name. */
  phaseNames: z.catch(
    z.optional(z.array(z.nullable(z.string().check(z.maxLength(LONGEST_PHASE_NAME)))).check(z.maxLength(3))),
    undefined,
  ),
  /** The samples that raised it, oldest first. */
  evidence: z.catch(z.array(EvidenceSample), []),
  /** When such an incident is raised, in plain English. */
  rule: z.catch(z.string(), ''),
})
export type IncidentDetails = z.infer<typeof IncidentDetails>

/** Parses the details of an alarm; undefined for alarms that Greenwave did not raise. */
export function parseIncidentDetails(details: unknown): IncidentDetails | undefined {
  const read = z.safeParse(IncidentDetails, details)
  return read.success ? read.data : undefined
}
