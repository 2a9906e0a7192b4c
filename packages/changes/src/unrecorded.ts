/** Finds changes that left no record, from the records around them: each has all settings before it. */
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { settingsAmong, writeBetween } from './attributeSets.ts'
import { type ChangedDevice, type OutsideChange, settingsAfter } from './historyEntry.ts'

/**
 * Finds the values that changed without a record between a recorded change and a later point; null for none.
 *
 * @param older the last recorded change before that point
 * @param later all settings then, and the time
 */
export function unrecordedBetween(
  device: ChangedDevice,
  older: ChangeRecord,
  later: { readonly settings: AttributeSet; readonly atMs: number },
): OutsideChange | null {
  if (older.scope !== 'SHARED_SCOPE') return null
  const now = settingsAmong(later.settings)
  const ends = possibleEnds(older).map(settingsAmong)
  const writes = ends.map((end) => writeBetween(end, now))
  const least = writes.reduce((a, b) => (Object.keys(b).length < Object.keys(a).length ? b : a))
  if (Object.keys(least).length === 0) return null
  const before = ends[writes.indexOf(least)] ?? {}
  return {
    kind: 'outside',
    device,
    atMs: later.atMs - 1,
    sinceMs: older.at,
    by: null,
    scope: 'SHARED_SCOPE',
    after: least,
    before: Object.fromEntries(Object.entries(before).filter(([key]) => Object.hasOwn(least, key))),
  }
}

/** Lists the possible settings after a change: without an answer it was written completely, in part, or not at all. */
function possibleEnds(change: ChangeRecord): readonly AttributeSet[] {
  const { before, after, state } = change
  const whole = settingsAfter(change)
  const half = Object.fromEntries(Object.entries(after).filter(([, value]) => value !== null))
  switch (state) {
    case 'written':
      return [whole]
    case 'refused':
      return [before]
    case 'partly':
      return [settingsAfter({ before, after: half })]
    case 'begun':
      return [whole, before, settingsAfter({ before, after: half })]
  }
}
