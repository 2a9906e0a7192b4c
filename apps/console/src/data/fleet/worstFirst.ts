/**
 * What is wrong, in rows and in numbers, by one rule for every page: a junction counts once, by the worst that is wrong
 * there; a green wave that a junction breaks is a consequence of it. The worst comes first and of one level the oldest;
 * junctions lost together have one row.
 */
import type { JunctionLevel } from '@greenwave/contract/records/watch'
import { groupLosses } from '@greenwave/observer/losses'
import { markOf } from '../health.ts'
import type { FleetJunction } from './fleetJunction.ts'
import type { Incident } from './incident.ts'

/** The level of something that is wrong. */
export type WrongLevel = Exclude<JunctionLevel, 0>

interface AnyRow {
  readonly id: string
  readonly level: WrongLevel
  readonly sinceMs: number
  /** Further incidents of the row's junctions, and the green waves that they break; the worst first. */
  readonly others: readonly Incident[]
}

/** A row of current problems. */
export type WrongRow =
  /** The worst incident of a junction, or a broken wave of which no junction is the cause. Of a muted one the level is 1. */
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
  const noted = notedJunctions(incidents, marked, nowMs)
  const subjects = Map.groupBy(incidents.toSorted(compareIncidents), (incident) => subjectOf(incident, noted))
  const othersOf = (id: string, main?: Incident) => (subjects.get(id) ?? []).filter((incident) => incident !== main)
  const rows: WrongRow[] = []
  const lost: Incident[] = []
  for (const [id, found] of subjects) {
    const main = found.find(({ of }) => of === 'junction') ?? found[0]
    const { mute = null, row = null } = noted.get(id) ?? {}
    if (!main || row) continue
    if (LOST.has(main.code) && mute === null) lost.push(main)
    else rows.push(incidentRow(main, mute, othersOf(id, main)))
  }
  const losses = lost.map((incident) => {
    const { id, customerId, sinceMs } = incident
    return { id, customer: customerId ?? '', atMs: sinceMs, incident }
  })
  for (const group of groupLosses(losses)) {
    const incidents = group.map(({ incident }) => incident)
    const [first] = incidents
    if (!first) continue
    const { id, level, sinceMs } = first
    const others = incidents.flatMap((one) => othersOf(one.junctionId, one))
    if (incidents.length === 1) rows.push(incidentRow(first, null, others))
    else rows.push({ kind: 'group', id: `group-${id}`, level, sinceMs, incidents, others })
  }
  for (const { row: junction } of noted.values()) {
    const { level, since: sinceMs = 0 } = junction?.facts.watcherState ?? {}
    if (!junction || (level !== 1 && level !== 2)) continue
    rows.push({ kind: 'junction', id: junction.id, level, sinceMs, others: othersOf(junction.id), junction })
  }
  return rows.sort(compareRows)
}

/** Returns the row of one incident. */
export function incidentRow(
  incident: Incident,
  mute: FleetJunction['mute'],
  others: readonly Incident[] = [],
): WrongRow & { readonly kind: 'incident' } {
  const { id, sinceMs } = incident
  return { kind: 'incident', id, level: mute === null ? incident.level : 1, sinceMs, incident, mute, others }
}

/** Returns the incidents of a row, its own first. */
export function incidentsOf(row: WrongRow): readonly Incident[] {
  switch (row.kind) {
    case 'incident':
      return [row.incident, ...row.others]
    case 'group':
      return [...row.incidents, ...row.others]
    case 'junction':
      return row.others
  }
}

/** Number of junctions of each level, and of broken waves that are not the consequence of one junction. */
export type WrongCounts = Readonly<Record<ReturnType<typeof markOf<WrongLevel>> | 'waves', number>>

/** Counts the junctions of rows. */
export function countWrong(rows: readonly WrongRow[]): WrongCounts {
  const counts = { danger: 0, fault: 0, deviation: 0, hold: 0, muted: 0, waves: 0 }
  for (const row of rows) {
    if (row.kind === 'incident' && row.incident.of === 'corridor') counts.waves += 1
    else counts[markOf(row.level)] += row.kind === 'group' ? row.incidents.length : 1
  }
  return counts
}

/** A junction that has a row: as a muted one, or for its hold or mute itself because it has no incident. */
interface Noted {
  readonly mute: FleetJunction['mute']
  readonly row: FleetJunction | null
}

/** Returns the junctions that have a row, by id. */
function notedJunctions(
  incidents: readonly Incident[],
  marked: readonly FleetJunction[],
  nowMs: number,
): ReadonlyMap<string, Noted> {
  const noted = new Map<string, Noted>()
  for (const { of, junctionId } of incidents) if (of === 'junction') noted.set(junctionId, { mute: null, row: null })
  for (const junction of marked) {
    const { id, mute, facts } = junction
    const level = facts.watcherState?.level
    const isMuted = mute !== null && (mute.untilMs ?? 0) > nowMs
    if (noted.has(id)) noted.set(id, { mute: isMuted ? mute : null, row: null })
    else if (level === 1 || level === 2) noted.set(id, { mute: null, row: junction })
  }
  return noted
}

/** Returns the id of the junction in whose row an incident is; of a wave without such a junction, its corridor's. */
function subjectOf({ of, junctionId, facts }: Incident, noted: ReadonlyMap<string, Noted>): string {
  return of === 'corridor' && facts.device !== undefined && noted.has(facts.device) ? facts.device : junctionId
}

function compareIncidents(a: Incident, b: Incident): number {
  return b.level - a.level || a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1)
}

function compareRows(a: WrongRow, b: WrongRow): number {
  return b.level - a.level || a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1)
}
