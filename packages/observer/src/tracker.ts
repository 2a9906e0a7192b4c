/** Persistence: from verdicts that follow one another to incidents that are raised and cleared. */
import type { IncidentCode, IncidentFacts, IncidentOf } from './incident.ts'
import type { Rule, Verdict } from './rule.ts'
import type { Sample } from './sample.ts'

/** Memory of a condition that holds, or held recently. */
export interface Tracker<Code extends IncidentCode = IncidentCode> {
  readonly sinceMs: number
  /** Number of times at which it held. */
  readonly times: number
  readonly seenMs: number
  /** Null while it does not last long enough. */
  readonly incident: IncidentOf<Code> | null
  /** Number of times at which it did not hold since it last held, and since when. */
  readonly clearTimes: number
  readonly clearMs: number | null
}

/** The trackers of one junction. A healthy junction has none. */
export type Trackers = { readonly [Code in IncidentCode]?: Tracker<Code> }

/** Returns the tracker after a verdict; undefined when nothing has to be remembered. */
export function track<Code extends IncidentCode>(
  rule: Rule<Code>,
  tracker: Tracker<Code> | undefined,
  verdict: Verdict<Code>,
  atMs: number,
  evidence: readonly Sample[],
): Tracker<Code> | undefined {
  if (verdict === null) return tracker
  if (verdict.holds === true) return held(rule, tracker, verdict, atMs, evidence)
  if (!tracker?.incident) return undefined
  if (verdict.holds === 'between') return tracker.clearMs === null ? tracker : notClearing(tracker)
  const clearMs = tracker.clearMs ?? atMs
  const clearTimes = tracker.clearTimes + 1
  if (clearTimes >= rule.clear.times && atMs - clearMs >= rule.clear.seconds * 1000) return undefined
  return { ...tracker, clearTimes, clearMs }
}

function held<Code extends IncidentCode>(
  rule: Rule<Code>,
  tracker: Tracker<Code> | undefined,
  verdict: Extract<Verdict<Code>, { readonly holds: true }>,
  atMs: number,
  evidence: readonly Sample[],
): Tracker<Code> {
  const { facts } = verdict
  const sinceMs = tracker?.sinceMs ?? Math.min(atMs, verdict.sinceMs ?? atMs)
  const times = (tracker?.times ?? 0) + 1
  const lastsMs = atMs - Math.max(sinceMs, verdict.countedMs ?? sinceMs)
  const counts = times >= rule.raise.times && lastsMs >= rule.raise.seconds * 1000
  const before = tracker?.incident ?? null
  return {
    sinceMs,
    times,
    seenMs: atMs,
    incident: before || counts ? incidentOf(rule, before, facts, { sinceMs, atMs, evidence }) : null,
    clearTimes: 0,
    clearMs: null,
  }
}

function incidentOf<Code extends IncidentCode>(
  rule: Rule<Code>,
  before: IncidentOf<Code> | null,
  facts: IncidentFacts[Code],
  { sinceMs, atMs, evidence }: { sinceMs: number; atMs: number; evidence: readonly Sample[] },
): IncidentOf<Code> {
  const severity = rule.severityOf(facts, before?.severity ?? null)
  return {
    code: rule.code,
    severity,
    sinceMs: before?.sinceMs ?? sinceMs,
    seenMs: atMs,
    facts,
    ...(before && { raised: before.raised ?? before.facts }),
    evidence: before?.evidence ?? evidence,
  }
}

/** Returns a tracker that has to see its condition end anew. */
export function notClearing<Code extends IncidentCode>(tracker: Tracker<Code>): Tracker<Code> {
  return { ...tracker, clearTimes: 0, clearMs: null }
}

/** Returns a tracker of an incident that was already open when watching began. */
export function resumed<Code extends IncidentCode>(incident: IncidentOf<Code>): Tracker<Code> {
  const { sinceMs, seenMs } = incident
  return { sinceMs, times: 1, seenMs, incident, clearTimes: 0, clearMs: null }
}
