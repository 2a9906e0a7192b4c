/** Writes the report of a change of many junctions as a CSV file. */
import { BYTE_ORDER_MARK, csvLine } from '@greenwave/contract/csv'
import type { Rollout } from '@greenwave/contract/records/rollouts'
import { isoSecond } from '@greenwave/controller/isoTime'

/** Returns the lines: one a junction. Columns are named in English, as programs know them. */
export function reportCsv(rollout: Rollout, nameOf: (id: string) => string): string {
  const lines = rollout.targets.map(({ id, state, why = '', said = '', at }) =>
    csvLine([nameOf(id), state, why, said, isoSecond(at), id]),
  )
  return [BYTE_ORDER_MARK + csvLine(['junction', 'state', 'why', 'said', 'sent', 'device_id']), ...lines].join('')
}
