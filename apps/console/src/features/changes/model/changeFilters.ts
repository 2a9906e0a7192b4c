import { type ChangeKind, kindsOf } from '@greenwave/changes/changeKinds'
import type { HistoryEntry } from '@greenwave/changes/historyEntry'
import { ABILITIES } from '@greenwave/controller/settingTable/table'
import { midnightOfDate, nextMidnight } from '@greenwave/observer/conformity/days'
import type { ChangeFilters } from '../../../data/queries/changeHistory.ts'
import type { ChangesAddress } from './changesAddress.ts'

/** The kinds of changes by which they are filtered. */
export const CHANGE_KINDS = [
  ...(['mode', 'program', 'plan', 'planTotal', 'clearance'] as const),
  ...ABILITIES,
  ...(['clock', 'location', 'image', 'site', 'outside'] as const),
]
export type ChangeKindFilter = (typeof CHANGE_KINDS)[number]

/** Returns the filter that an address names; undefined for none, or for a kind that does not exist. */
export function kindFilter({ kind }: Pick<ChangesAddress, 'kind'>): ChangeKindFilter | undefined {
  return CHANGE_KINDS.find((one) => one === kind)
}

/** Returns by what changes are read. */
export function filtersOf({ junction, customer, from, to }: ChangesAddress): ChangeFilters {
  return {
    junction,
    customer,
    fromMs: from === undefined ? undefined : midnightOfDate(from),
    toMs: to === undefined ? undefined : nextMidnight(midnightOfDate(to)) - 1,
  }
}

/** Returns whether the address filters by anything. */
export function isFiltered(address: ChangesAddress): boolean {
  const { junction, customer, person, from, to } = address
  return [junction, customer, person, kindFilter(address), from, to].some((value) => value !== undefined)
}

/** Returns whether an entry is among those of the person and the kind. */
export function isWanted(entry: HistoryEntry, address: Pick<ChangesAddress, 'person' | 'kind'>): boolean {
  const { person } = address
  const kind = kindFilter(address)
  const isOfPerson = person === undefined || whoMade(entry).toLowerCase().includes(person.trim().toLowerCase())
  return isOfPerson && (kind === undefined || isOfKind(entry, kind))
}

function isOfKind(entry: HistoryEntry, kind: ChangeKindFilter): boolean {
  if (kind === 'outside') return entry.kind === 'outside'
  return kindsOf(entry.kind === 'change' ? entry.change : entry).some((one) => filterOfKind(one) === kind)
}

/** Returns the filter that lets changes of a kind through; undefined if none does. */
export function filterOfKind(kind: ChangeKind): ChangeKindFilter | undefined {
  if (kind === 'yellow' || kind === 'redClearance') return 'clearance'
  return CHANGE_KINDS.find((one) => one === kind)
}

/** Returns who made a change, and who else the record or the audit log names; empty if neither names a user. */
function whoMade(entry: HistoryEntry): string {
  if (entry.kind === 'outside') return entry.by ?? ''
  return [entry.change.by.name, entry.witness.kind === 'other' ? entry.witness.name : ''].join(' ')
}

/** The address of all changes. */
export const NO_FILTERS: ChangesAddress = {
  junction: undefined,
  customer: undefined,
  person: undefined,
  kind: undefined,
  from: undefined,
  to: undefined,
}
