/** The rows that the page shows of all that is wrong. */
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import { incidentRow, type WrongRow, worstFirst } from '../../../data/fleet/worstFirst.ts'
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
}

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
    .filter((row) => !(isAcknowledged && row.kind === 'junction') && (level === undefined || row.level === level))
    .flatMap((row) => {
      const isOpen = row.kind === 'group' && openGroups.has(row.id)
      const parts = isOpen ? row.incidents.map((incident) => shown(incidentRow(incident, null), false, true)) : []
      return [shown(row, isOpen, false), ...parts]
    })
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
  switch (a.row.kind) {
    case 'incident':
      return b.row.kind === 'incident' && a.row.incident === b.row.incident && a.row.mute === b.row.mute
    case 'junction':
      return b.row.kind === 'junction' && a.row.junction === b.row.junction
    case 'group': {
      const others = b.row.kind === 'group' ? b.row.incidents : []
      return a.row.incidents.length === others.length && a.row.incidents.every((one, at) => one === others[at])
    }
  }
}
