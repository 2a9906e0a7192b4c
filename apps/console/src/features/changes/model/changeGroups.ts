/** Puts together the changes that were made at several junctions as one, and the first settings of each junction. */
import { type ChangedDevice, type HistoryEntry, outcomeOf, type RecordedChange } from '@greenwave/changes/historyEntry'
import { unfoldedWrite } from '@greenwave/changes/siteValues'

/** The changes of a batch that are in a list, at two junctions or more; the last first. */
export interface ChangeGroup {
  readonly kind: 'group'
  readonly batch: string
  readonly entries: readonly RecordedChange[]
}

/** The first settings of a junction: values where it had none, written in one sitting; the last first. */
export interface FirstSettings {
  readonly kind: 'first'
  readonly entries: readonly [RecordedChange, ...RecordedChange[]]
  /** Number of values. */
  readonly count: number
}

/** Row in the list of changes. */
export type ListedChange = HistoryEntry | ChangeGroup | FirstSettings

/** From so many values on, the first settings of a junction are one line. */
const MANY_FIRST = 4
/** Longest pause between the first settings of a junction in one sitting, milliseconds. */
const SITTING_MS = 600_000

/**
 * Groups the rows of the list: each batch that has changes at several junctions as one group, the first settings of each
 * junction as one, both in the place of their last change, and all other entries as they are. The order of entries
 * stays, in the list and in each group.
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
  const firsts = firstSettings(entries.filter((entry) => !batches.has(batchOf(entry) ?? '')))
  return entries.flatMap((entry): readonly ListedChange[] => {
    const batch = batchOf(entry)
    const some = batch === undefined ? undefined : batches.get(batch)
    if (batch !== undefined && some !== undefined)
      return some[0] === entry ? [{ kind: 'group', batch, entries: some }] : []
    const first = firsts.get(entry)
    if (first === undefined) return [entry]
    return first.entries[0] === entry ? [first] : []
  })
}

/** Returns the first settings of each junction by each of their changes. */
function firstSettings(entries: readonly HistoryEntry[]): ReadonlyMap<HistoryEntry, FirstSettings> {
  const sittings = new Map<string, FirstSettings>()
  const all = new Set<FirstSettings>()
  for (const entry of entries) {
    const count = entry.kind === 'change' ? firstValues(entry) : 0
    if (entry.kind !== 'change' || count === 0) continue
    const key = `${entry.device.id} ${entry.change.by.name}`
    const open = sittings.get(key)
    const isSame = open !== undefined && (open.entries.at(-1)?.atMs ?? 0) - entry.atMs <= SITTING_MS
    const sitting: FirstSettings = isSame
      ? { kind: 'first', entries: [...open.entries, entry], count: open.count + count }
      : { kind: 'first', entries: [entry], count }
    if (isSame) all.delete(open)
    all.add(sitting)
    sittings.set(key, sitting)
  }
  const many = [...all].filter(({ count }) => count >= MANY_FIRST)
  return new Map(many.flatMap((one) => one.entries.map((entry) => [entry, one])))
}

/** Returns how many values a change set where there were none; 0 if it replaced one or was refused. */
function firstValues(entry: RecordedChange): number {
  const { before, after } = entry.change
  if (outcomeOf(entry) === 'refused') return 0
  if (Object.keys(after).some((key) => before[key] !== undefined || after[key] === null)) return 0
  return Object.keys(unfoldedWrite(before, after)).length
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
