/** The most complete of several records of one window. */
import type { CycleRecord } from '@greenwave/contract/records/cycleRecords'
import { knownSeconds, type RecordWindow } from '@greenwave/observer/recordWindow'

/** Selects the record with the most known seconds, then the longest, then the one with the most evaluated cycles. */
export function richest(records: readonly (CycleRecord | RecordWindow | null | undefined)[]): CycleRecord | undefined {
  const known = records.flatMap((one) => (one ? [{ one, worth: worthOf(one) }] : []))
  return known.reduce<(typeof known)[number] | undefined>((best, next) => {
    const at = best ? next.worth.findIndex((value, place) => value !== best.worth[place]) : 0
    return !best || (next.worth[at] ?? 0) > (best.worth[at] ?? 0) ? next : best
  }, undefined)?.one
}

function worthOf(record: CycleRecord | RecordWindow): readonly number[] {
  return [knownSeconds(record), record.seconds, record.cycles.filter(({ evaluated }) => evaluated).length]
}
