import type { OutsideChange, RecordedChange } from '@greenwave/changes/historyEntry'
import type { ChangeRecord } from '@greenwave/contract/records/changeRecords'

/** Returns the record of a change of yellow that was written, made by mai@signal.vn in the console. */
export function changeRecord(more: Partial<ChangeRecord> & Pick<ChangeRecord, 'id' | 'at'>): ChangeRecord {
  return {
    by: { id: 'mai', name: 'mai@signal.vn' },
    from: 'console',
    state: 'written',
    why: '',
    said: '',
    words: [],
    scope: 'SHARED_SCOPE',
    after: { Vang: 4 },
    before: { Vang: 3 },
    unkept: [],
    ...more,
  }
}

/** Returns a change of a junction that was written, made by mai@signal.vn in the console. */
export function recordedChange({
  deviceId,
  atMs,
  change = {},
  witness = { kind: 'confirmed' },
}: {
  readonly deviceId: string
  readonly atMs: number
  readonly change?: Partial<ChangeRecord>
  readonly witness?: RecordedChange['witness']
}): RecordedChange {
  return {
    kind: 'change',
    device: { id: deviceId, name: deviceId, label: '' },
    atMs,
    witness,
    change: changeRecord({ id: `${deviceId} ${atMs}`, at: atMs, ...change }),
  }
}

/** Returns a change that has no record, of which neither the maker nor the values before are known. */
export function outsideChange(more: Pick<OutsideChange, 'atMs'> & Partial<OutsideChange>): OutsideChange {
  return {
    ...{ kind: 'outside', device: { id: 'd', name: 'TLC-1', label: '' }, sinceMs: null, by: null },
    ...{ scope: 'SHARED_SCOPE', after: {}, before: null },
    ...more,
  }
}
