/** The rows that the page shows of all that is wrong. */
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import { incidentRow, incidentsOf, type WrongRow, worstFirst } from '../../../data/fleet/worstFirst.ts'
import type { NowAddress } from './nowAddress.ts'
import type { SelectedRow } from './Selection.ts'

/** A row of the list. */
export interface ShownRow extends SelectedRow {
  readonly row: WrongRow
  /** The id of the corridor that it is about; null for junctions. */
  readonly corridorId: string | null
  /** True for a junction of a group that is open. */
  readonly isPart: boolean
  /** True for a group whose junctions follow. */
  readonly isOpen: boolean
  /** Customer whose rows begin here, in a list by customer; undefined in the middle of its rows. */
  readonly heading?: RowCustomer | undefined
}

/** Whose a row is: the title of a customer, a junction without one, or a corridor. */
export type RowCustomer =
  | { readonly kind: 'customer'; readonly title: string }
  | { readonly kind: 'none' | 'corridors' }

/** Returns the rows that an address asks for, each open group followed by its parts. */
export function shownRows(
  { incidents, marked }: { readonly incidents: readonly Incident[]; readonly marked: readonly FleetJunction[] },
  { show, level }: NowAddress,
  openGroups: ReadonlySet<string>,
  nowMs: number,
): readonly ShownRow[] {
  const isAcknowledged = show === 'acknowledged'
  const wanted = isAcknowledged ? incidents.filter(({ acknowledgedMs }) => acknowledgedMs !== null) : incidents
  return worstFirst(wanted, marked, nowMs)
    .filter(
      (row) =>
        !(isAcknowledged && row.kind === 'junction' && row.others.length === 0) &&
        (level === undefined || row.level === level),
    )
    .flatMap((row) => {
      const isOpen = row.kind === 'group' && openGroups.has(row.id)
      const parts = isOpen ? row.incidents.map((incident) => shown(partOf(row, incident), false, true)) : []
      return [shown(row, isOpen, false), ...parts]
    })
}

/**
 * Puts the rows of one customer together, with a heading on its first row. The customer with the worst row comes first, and
 * its rows keep their order.
 *
 * @param customerOf returns the title of a junction's customer; null if it has none
 */
export function byCustomer(
  rows: readonly ShownRow[],
  customerOf: (junctionId: string) => string | null,
): readonly ShownRow[] {
  const parts = new Map<string, { readonly heading: RowCustomer; readonly rows: ShownRow[] }>()
  for (const shown of rows) {
    const heading = headingOf(shown, customerOf)
    const key = heading.kind === 'customer' ? `customer ${heading.title}` : heading.kind
    const part = parts.get(key)
    if (part) part.rows.push(shown)
    else parts.set(key, { heading, rows: [shown] })
  }
  return [...parts.values()].flatMap(({ heading, rows: [first, ...rest] }) =>
    first ? [{ ...first, heading }, ...rest] : [],
  )
}

function headingOf({ row, junctionId }: ShownRow, customerOf: (junctionId: string) => string | null): RowCustomer {
  const id = junctionId ?? (row.kind === 'group' ? row.incidents[0]?.junctionId : undefined)
  if (id === undefined) return { kind: 'corridors' }
  const title = customerOf(id)
  return title === null ? { kind: 'none' } : { kind: 'customer', title }
}

/** Returns the row of a junction among all rows, also one of a group; undefined if it has none. */
export function rowOfJunction(rows: readonly WrongRow[], deviceId: string): ShownRow | undefined {
  for (const row of rows) {
    const own = shown(row, false, false)
    if (own.junctionId === deviceId) return own
    const part = row.kind === 'group' && row.incidents.find(({ junctionId }) => junctionId === deviceId)
    if (part) return shown(partOf(row, part), false, true)
  }
  return undefined
}

/** Returns the row of one junction of a group, with what else is wrong there and what it breaks. */
function partOf({ others }: WrongRow, incident: Incident): WrongRow {
  const { junctionId } = incident
  return incidentRow(
    incident,
    null,
    others.filter((one) => one.junctionId === junctionId || one.facts.device === junctionId),
  )
}

function shown(row: WrongRow, isOpen: boolean, isPart: boolean): ShownRow {
  const corridorId = row.kind === 'incident' && row.incident.of === 'corridor' ? row.incident.junctionId : null
  return { id: row.id, junctionId: junctionOf(row), corridorId, row, isOpen, isPart }
}

function junctionOf(row: WrongRow): string | null {
  switch (row.kind) {
    case 'incident':
      return row.incident.of === 'junction' ? row.incident.junctionId : null
    case 'group':
      return null
    case 'junction':
      return row.junction.id
  }
}

/** Returns the place of the selected row; -1 without one. A junction is selected by its first row. */
export function selectedIndex(
  rows: readonly SelectedRow[],
  { rowId, selectedId }: { readonly rowId: string | null; readonly selectedId: string | null },
): number {
  if (rowId !== null) return rows.findIndex(({ id }) => id === rowId)
  return selectedId === null ? -1 : rows.findIndex(({ junctionId }) => junctionId === selectedId)
}

/** Returns whether two rows show the same, times that pass apart. */
export function isSameRow(a: ShownRow, b: ShownRow): boolean {
  if (a.id !== b.id || a.isOpen !== b.isOpen || a.isPart !== b.isPart || a.row.level !== b.row.level) return false
  const [before, now] = [incidentsOf(a.row), incidentsOf(b.row)]
  if (before.length !== now.length || before.some((one, at) => one !== now[at])) return false
  if (a.row.kind === 'junction') return b.row.kind === 'junction' && a.row.junction === b.row.junction
  return a.row.kind !== 'incident' || (b.row.kind === 'incident' && a.row.mute === b.row.mute)
}
