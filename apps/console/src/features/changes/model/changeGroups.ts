/** Puts together the changes that were made at several junctions as one. */
import type { ChangedDevice, HistoryEntry, RecordedChange } from '@greenwave/changes/historyEntry'

/** The changes of a batch that are in a list, at two junctions or more; the last first. */
export interface ChangeGroup {
  readonly kind: 'group'
  readonly batch: string
  readonly entries: readonly RecordedChange[]
}

/** Row in the list of changes. */
export type ListedChange = HistoryEntry | ChangeGroup

/**
 * Groups the rows of the list: each batch that has changes at several junctions as one group, in the place of its last
 * change, and all other entries as they are. The order of entries stays, in the list and in each group.
 */
export function groupChanges(entries: readonly HistoryEntry[]): readonly ListedChange[] {
  const batches = new Map<string, RecordedChange[]>()
  for (const entry of entries) {
    const batch = batchOf(entry)
    if (batch === undefined || entry.kind !== 'change') continue
    const some = batches.get(batch)
    if (some) some.push(entry)
    else batches.set(batch, [entry])
  }
  for (const [batch, some] of batches) if (devicesOf(some).length < 2) batches.delete(batch)
  return entries.flatMap((entry): readonly ListedChange[] => {
    const batch = batchOf(entry)
    const some = batch === undefined ? undefined : batches.get(batch)
    if (batch === undefined || some === undefined) return [entry]
    return some[0] === entry ? [{ kind: 'group', batch, entries: some }] : []
  })
}

function batchOf(entry: HistoryEntry): string | undefined {
  return entry.kind === 'change' ? entry.change.batch : undefined
}

/** Returns the junctions of changes, each once: one that was tried again has two changes of its batch. */
export function devicesOf(entries: readonly RecordedChange[]): readonly ChangedDevice[] {
  return [...new Map(entries.map(({ device }) => [device.id, device])).values()]
}

/** Longest pause in a batch that is sent from a file, milliseconds: its start is not recorded, unlike a rollout's. */
const REST_MS = 86_400_000
/** Largest difference between two clocks, milliseconds. */
const CLOCKS_MS = 10_000

/**
 * Returns whether a list that reaches back to a time has all of a group that the reader may see. It is false where that
 * is not certain.
 *
 * @param madeMs when the rollout that the group is was made; undefined if it is none, or not known
 */
export function isWhole({ entries }: ChangeGroup, reachedMs: number | null, madeMs: number | undefined): boolean {
  const begunMs = madeMs === undefined ? Math.min(...entries.map(({ atMs }) => atMs)) - REST_MS : madeMs - CLOCKS_MS
  return reachedMs !== null && reachedMs <= begunMs
}
