/** Events in a span, in one list: targets to jump to, with their texts. */
import type { JunctionEvent } from '@greenwave/contract/records/eventRecords'
import type { Span } from '@greenwave/observer/replay/gaps'
import type { RecordedIncident } from '@greenwave/observer/replay/stretches'
import type { Incident } from '../../../data/fleet/incident.ts'
import type { PastChange } from '../../../data/history/historyFetches.ts'

type EventOf<Kind> = Extract<JunctionEvent, { readonly kind: Kind }>

/** Something that happened. */
export type Happening = { readonly atMs: number; readonly untilMs: number | null } & (
  | { readonly kind: 'incident'; readonly incident: Incident | RecordedIncident }
  | { readonly kind: 'change'; readonly change: PastChange }
  | { readonly kind: 'connection'; readonly event: EventOf<'connection'> }
  | { readonly kind: 'mode'; readonly event: EventOf<'mode'> }
  | { readonly kind: 'plan'; readonly event: EventOf<'plan'> }
  | { readonly kind: 'gap' | 'rebuilt' }
)

/** Data about a view. */
export interface Happened {
  readonly incidents: readonly Incident[] | undefined
  readonly recordedIncidents: readonly RecordedIncident[]
  readonly changes: readonly PastChange[]
  readonly events: readonly JunctionEvent[]
  readonly gaps: readonly Span[]
  readonly rebuilt: readonly Span[]
}

/** Lists the events in a view, the oldest first. */
export function happeningsOf(snapshot: Happened): readonly Happening[] {
  const { incidents, recordedIncidents, changes, events, gaps, rebuilt } = snapshot
  const all: Happening[] = [
    ...(incidents ?? []).map((incident) => {
      return { kind: 'incident', incident, atMs: incident.sinceMs, untilMs: incident.endedMs } as const
    }),
    ...recordedIncidents.map((incident) => {
      return { kind: 'incident', incident, atMs: incident.sinceMs, untilMs: incident.clearedMs } as const
    }),
    ...changes.map((change) => ({ kind: 'change', change, atMs: change.atMs, untilMs: null }) as const),
    ...events.flatMap(happeningOf),
    ...gaps.map(({ fromMs, untilMs }) => ({ kind: 'gap', atMs: fromMs, untilMs }) as const),
    ...rebuilt.map(({ fromMs, untilMs }) => ({ kind: 'rebuilt', atMs: fromMs, untilMs }) as const),
  ]
  return all.sort((a, b) => a.atMs - b.atMs)
}

function happeningOf(event: JunctionEvent): Happening[] {
  const times = { atMs: event.at, untilMs: null }
  switch (event.kind) {
    case 'incident':
      return []
    case 'connection':
      return [{ kind: 'connection', event, ...times }]
    case 'mode':
      return [{ kind: 'mode', event, ...times }]
    case 'plan':
      return [{ kind: 'plan', event, ...times }]
  }
}

const secondOf = (ms: number) => Math.floor(ms / 1000)

/** Returns the incident, or the change of settings, plan or mode, that comes next after a moment, or before it. */
export function nextHappening(all: readonly Happening[], atMs: number, way: 1 | -1): Happening | undefined {
  const jumps = all.filter(({ kind }) => kind !== 'gap' && kind !== 'rebuilt' && kind !== 'connection')
  return way > 0
    ? jumps.find((one) => secondOf(one.atMs) > secondOf(atMs))
    : jumps.findLast((one) => secondOf(one.atMs) < secondOf(atMs))
}
