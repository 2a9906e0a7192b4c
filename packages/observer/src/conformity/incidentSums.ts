import type { IncidentSums } from '@greenwave/contract/records/daySums'
import type { AlarmTimes } from './dayRecords.ts'
import type { DaySpan } from './days.ts'
import { byCode } from './sums.ts'

/** More kinds than there are incidents: others may write alarms like ours. */
const MOST_CODES = 50

/**
 * Returns the incidents of a span by their codes. Raising, acknowledging and clearing count each on the day on which they
 * happened, so that a day that is over does not change when an old incident ends.
 */
export function incidentSums(incidents: readonly AlarmTimes[], { fromMs, untilMs }: DaySpan): readonly IncidentSums[] {
  const isOfSpan = (ms: number): boolean => ms >= fromMs && ms < untilMs
  const sums = new Map<string, IncidentSums>()
  for (const incident of incidents) {
    const next = withIncident(sums.get(incident.code) ?? none(incident.code), incident, isOfSpan)
    if (next.raised + next.cleared + next.acknowledged > 0) sums.set(incident.code, next)
  }
  return [...sums.values()].sort(byCode).slice(0, MOST_CODES)
}

function none(code: string): IncidentSums {
  return { code, raised: 0, cleared: 0, clearSeconds: 0, acknowledged: 0, acknowledgeSeconds: 0 }
}

function withIncident(
  sums: IncidentSums,
  { raisedMs, clearedMs, acknowledgedMs }: AlarmTimes,
  isOfSpan: (ms: number) => boolean,
): IncidentSums {
  const isCleared = clearedMs !== null && isOfSpan(clearedMs)
  const isAcknowledged = acknowledgedMs !== null && isOfSpan(acknowledgedMs)
  return {
    code: sums.code,
    raised: sums.raised + (isOfSpan(raisedMs) ? 1 : 0),
    cleared: sums.cleared + (isCleared ? 1 : 0),
    clearSeconds: sums.clearSeconds + (isCleared ? secondsBetween(raisedMs, clearedMs) : 0),
    acknowledged: sums.acknowledged + (isAcknowledged ? 1 : 0),
    acknowledgeSeconds: sums.acknowledgeSeconds + (isAcknowledged ? secondsBetween(raisedMs, acknowledgedMs) : 0),
  }
}

function secondsBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.round((toMs - fromMs) / 1000))
}
