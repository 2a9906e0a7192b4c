import * as z from 'zod/mini'
import { subjectParser } from '../../../data/subjectParser.ts'

/** The dialog of the page: there is one. */
const ShiftDialog = z.object({ kind: z.literal('handOver') })
export type ShiftDialog = z.infer<typeof ShiftDialog>

/** Returns the dialog whose form was kept when the session ended; null when the kept value is not it. */
export const parseShiftForm = subjectParser<ShiftDialog>(ShiftDialog)

/** When a shift began: at the last hand-over, or so many hours ago. */
export const SHIFT_BEGINS = ['last', '8', '12', '24'] as const
export type ShiftBegins = (typeof SHIFT_BEGINS)[number]

const HOUR_MS = 3_600_000

/** Returns when a shift began, epoch milliseconds; `lastMs` is the last hand-over, null without one. */
export function shiftBegan(begins: ShiftBegins, lastMs: number | null, nowMs: number): number {
  if (begins === 'last') return lastMs ?? nowMs - 8 * HOUR_MS
  return nowMs - Number(begins) * HOUR_MS
}
