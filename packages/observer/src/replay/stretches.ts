/** States of a junction by time in a span, from its events and records. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import type { PlanNumber, ProgramNumber } from '@greenwave/controller/controllerLimits'
import { isPlanNumber, isProgramNumber } from '@greenwave/controller/settings'
import type { CycleStart } from '../recordWindow.ts'
import type { ObservedMode } from '../street.ts'
import type { Span } from './gaps.ts'

/** A value that held in a span. */
export interface Stretch<Value> extends Span {
  readonly value: Value
}

/** (R14) Plan and program in effect; null: none. */
export interface PlanInEffect {
  readonly plan: PlanNumber | null
  readonly program: ProgramNumber | null
}

/** A value from a time on. */
interface Point<Value> {
  readonly atMs: number
  readonly value: Value
}

/** A record says nothing new of the plan so soon after an event, milliseconds: its cycle may have begun before. */
const RECORD_LAGS_MS = 300_000

/**
 * Returns the plans in effect in a span, as far as anything says so: events, and cycles of records where no event was
 * written.
 *
 * @param events the oldest first, with the last one of its kind before the span
 */
export function plansIn(
  events: readonly JunctionEvent[],
  cycles: readonly Pick<CycleStart, 'startMs' | 'plan' | 'program'>[],
  span: Span,
): readonly Stretch<PlanInEffect>[] {
  const changes = events.flatMap((event): Point<PlanInEffect>[] => {
    if (event.kind !== 'plan') return []
    const { at, plan, program } = event
    return [{ atMs: at, value: { plan: planNumber(plan), program: programNumber(program) } }]
  })
  const recorded = cycles.flatMap(({ startMs, plan, program }): Point<PlanInEffect>[] => {
    if (plan === null && program === null) return []
    const isJustChanged = changes.some(({ atMs }) => atMs <= startMs && startMs < atMs + RECORD_LAGS_MS)
    return isJustChanged ? [] : [{ atMs: startMs, value: { plan, program } }]
  })
  return stretchesOf([...changes, ...recorded], span, (a, b) => a.plan === b.plan && a.program === b.program)
}

const planNumber = (value: number | null) => (value !== null && isPlanNumber(value) ? value : null)
const programNumber = (value: number | null) => (value !== null && isProgramNumber(value) ? value : null)

/** Returns the modes that the lamps showed in a span. `events` as for `plansIn`. */
export function modesIn(events: readonly JunctionEvent[], span: Span): readonly Stretch<ObservedMode>[] {
  const points = events.flatMap((event) => (event.kind === 'mode' ? [{ atMs: event.at, value: event.mode }] : []))
  return stretchesOf(points, span, (a, b) => a === b)
}

/** Returns when the controller was connected in a span, and when not. `events` as for `plansIn`. */
export function connectionsIn(events: readonly JunctionEvent[], span: Span): readonly Stretch<boolean>[] {
  const points = events.flatMap((event) =>
    event.kind === 'connection' ? [{ atMs: event.at, value: event.connected }] : [],
  )
  return stretchesOf(points, span, (a, b) => a === b)
}

/** Returns the value of the stretch at a moment; undefined where there is none. */
export function valueAt<Value>(stretches: readonly Stretch<Value>[], ms: number): Value | undefined {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.fromMs ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  const found = stretches[low - 1]
  return found && ms < found.untilMs ? found.value : undefined
}

function stretchesOf<Value>(
  points: readonly Point<Value>[],
  { fromMs, untilMs }: Span,
  isSame: (a: Value, b: Value) => boolean,
): readonly Stretch<Value>[] {
  const stretches: Stretch<Value>[] = []
  const inOrder = points.filter(({ atMs }) => atMs < untilMs).sort((a, b) => a.atMs - b.atMs)
  inOrder.forEach(({ atMs, value }, nth) => {
    const end = Math.min(untilMs, inOrder[nth + 1]?.atMs ?? untilMs)
    if (end <= fromMs || end <= atMs) return
    const last = stretches.at(-1)
    if (last && isSame(last.value, value)) stretches[stretches.length - 1] = { ...last, untilMs: end }
    else stretches.push({ fromMs: Math.max(fromMs, atMs), untilMs: end, value })
  })
  return stretches
}

/** An incident as its events tell of it. */
export interface RecordedIncident {
  readonly code: string
  readonly severity: string
  /** When its condition began, epoch milliseconds. */
  readonly sinceMs: number
  /** When its condition ended; null if no event says so. */
  readonly clearedMs: number | null
}

/** Returns the incidents of which events tell, the oldest first. */
export function incidentsIn(events: readonly JunctionEvent[]): readonly RecordedIncident[] {
  const found = new Map<string, RecordedIncident>()
  for (const event of events) {
    if (event.kind !== 'incident') continue
    const { code, severity, since: sinceMs, edge, at } = event
    const key = `${code} ${sinceMs}`
    const before = found.get(key)
    const clearedMs = edge === 'cleared' ? at : (before?.clearedMs ?? null)
    found.set(key, { code, severity: before?.severity ?? severity, sinceMs, clearedMs })
  }
  return [...found.values()].sort((a, b) => a.sinceMs - b.sinceMs)
}
