/** Applies verdicts to what is remembered of a junction, and says what changed. */
import { type Change, type Incident, type IncidentCode, phasesOf } from './incident.ts'
import type { LampRule, Rule, SampleView } from './rule.ts'
import type { Sample } from './sample.ts'
import { isFaulty, type Street } from './street.ts'
import { notClearing, type Tracker, type Trackers, track } from './tracker.ts'

/** Faults of the lamps themselves. While one is open, rules that yield are not evaluated. */
const SHADOWING: readonly IncidentCode[] = ['conflict', 'lamps', 'dark', 'all-red', 'frozen']

/** No change. */
export const NO_CHANGES: readonly Change[] = []

/** Lists the events of incidents, ends first. */
export function changesOf(before: Trackers, after: Trackers, atMs: number): readonly Change[] {
  if (before === after) return NO_CHANGES
  const changes: Change[] = []
  for (const { incident } of Object.values(before)) {
    if (incident && !after[incident.code]?.incident) changes.push({ kind: 'cleared', incident, atMs })
  }
  for (const { incident } of Object.values(after)) {
    if (!incident) continue
    const old: Incident | null | undefined = before[incident.code]?.incident
    if (!old) changes.push({ kind: 'raised', incident, atMs })
    else if (old.severity !== incident.severity || phasesOf(old.facts).join() !== phasesOf(incident.facts).join())
      changes.push({ kind: 'changed', incident, atMs })
  }
  return changes.length === 0 ? NO_CHANGES : changes
}

/** Applies a rule to a sample and returns the trackers. */
export function evaluated<Code extends IncidentCode>(
  rule: LampRule<Code>,
  trackers: Trackers,
  view: SampleView,
  afterGap: boolean,
): Trackers {
  const tracker: Tracker<Code> | undefined = trackers[rule.code]
  const verdict = rule.evaluate(view, tracker?.seenMs ?? null)
  // Open incidents are evaluated again only after the samples have been back for a while.
  const isTooSoon = afterGap && verdict?.holds === false && tracker?.incident != null
  return withVerdict(rule, trackers, isTooSoon ? { holds: 'between' } : verdict, view.atMs, view.street.recent)
}

/** Returns the trackers after a verdict, and without the incident that the new one ends. */
export function withVerdict<Code extends IncidentCode>(
  rule: Rule<Code>,
  trackers: Trackers,
  verdict: ReturnType<Rule<Code>['evaluate']>,
  atMs: number,
  evidence: readonly Sample[],
): Trackers {
  const before: Tracker<Code> | undefined = trackers[rule.code]
  const after = track(rule, before, verdict, atMs, evidence)
  if (after === before) return trackers
  const next = without(trackers, rule.code)
  if (!after) return next
  const ended = after.incident && !before?.incident && rule.ends ? without(next, rule.ends) : next
  return { ...ended, [rule.code]: after }
}

function without(trackers: Trackers, code: IncidentCode): Trackers {
  if (!(code in trackers)) return trackers
  const { [code]: _, ...others } = trackers
  return others
}

/** Trackers while a rule is not evaluated: open incidents stay open. A change forgets mere suspicions. */
export function paused<Code extends IncidentCode>(rule: Rule<Code>, trackers: Trackers, isChange: boolean): Trackers {
  const tracker: Tracker<Code> | undefined = trackers[rule.code]
  if (!tracker) return trackers
  if (!tracker.incident) return isChange ? without(trackers, rule.code) : trackers
  return tracker.clearMs === null ? trackers : { ...trackers, [rule.code]: notClearing(tracker) }
}

/** Returns whether the lamps themselves are wrong, so that the settings are no measure for them. */
export function isShadowed(trackers: Trackers, street: Street, before: Street | null): boolean {
  return (
    isFaulty(street) ||
    (before !== null && isFaulty(before)) ||
    SHADOWING.some((code) => trackers[code]?.incident != null)
  )
}
