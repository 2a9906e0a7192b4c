/** Current problems in rows: the worst first and of one level the oldest, junctions lost together in one row. */
import type { JunctionLevel } from '@greenwave/contract/records/watch'
import { groupLosses } from '@greenwave/observer/losses'
import type { FleetJunction } from './fleetJunction.ts'
import type { Incident } from './incident.ts'

/** The level of something that is wrong. */
export type WrongLevel = Exclude<JunctionLevel, 0>

interface AnyRow {
  readonly id: string
  readonly level: WrongLevel
  readonly sinceMs: number
}

/** A row of current problems. */
export type WrongRow =
  /** Of a junction that is muted the level is 1. */
  | (AnyRow & { readonly kind: 'incident'; readonly incident: Incident; readonly mute: FleetJunction['mute'] })
  /** Five or more junctions of one customer that were lost within 15 s, the earliest loss first. */
  | (AnyRow & { readonly kind: 'group'; readonly incidents: readonly Incident[] })
  /** A junction that is held with an end, or muted, without an incident. */
  | (AnyRow & { readonly kind: 'junction'; readonly junction: FleetJunction })

const LOST: ReadonlySet<string> = new Set(['offline', 'silent'])

/**
 * Returns the rows of incidents and of junctions with a level above 0, at a platform time. What is muted comes last.
 */
export function worstFirst(
  incidents: readonly Incident[],
  marked: readonly FleetJunction[],
  nowMs: number,
): readonly WrongRow[] {
  const muted = new Map(
    marked.flatMap(({ id, mute }): [string, FleetJunction['mute']][] =>
      mute !== null && (mute.untilMs ?? 0) > nowMs ? [[id, mute]] : [],
    ),
  )
  const isLost = ({ code, junctionId }: Incident) => LOST.has(code) && !muted.has(junctionId)
  const losses = incidents
    .filter(isLost)
    .map((incident) => ({ id: incident.id, customer: incident.customerId ?? '', atMs: incident.sinceMs, incident }))
  const rows: WrongRow[] = groupLosses(losses).map((group) => groupRow(group.map(({ incident }) => incident)))
  for (const incident of incidents) {
    if (!isLost(incident)) rows.push(incidentRow(incident, muted.get(incident.junctionId) ?? null))
  }
  const known = new Set(incidents.map(({ junctionId }) => junctionId))
  for (const junction of marked) {
    const { id, facts } = junction
    const level = facts.watcherState?.level
    if (known.has(id) || (level !== 1 && level !== 2)) continue
    rows.push({ kind: 'junction', id, level, sinceMs: facts.watcherState?.since ?? 0, junction })
  }
  return rows.sort((a, b) => b.level - a.level || a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1))
}

function groupRow(incidents: readonly Incident[]): WrongRow {
  const [first] = incidents
  if (!first || incidents.length === 1) return incidentRow(first as Incident, null)
  return { kind: 'group', id: `group-${first.id}`, level: first.level, sinceMs: first.sinceMs, incidents }
}

/** Returns the row of one incident. */
export function incidentRow(incident: Incident, mute: FleetJunction['mute']): WrongRow {
  const { id, sinceMs } = incident
  return { kind: 'incident', id, level: mute === null ? incident.level : 1, sinceMs, incident, mute }
}
