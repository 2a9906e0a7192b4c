import * as z from 'zod/mini'
import { catch as otherwise } from 'zod/mini'

/** The spans of a tape by their names in addresses, milliseconds. */
export const SPANS = { '10m': 600_000, '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const
export type SpanName = keyof typeof SPANS
export const SPAN_NAMES = ['10m', '1h', '24h', '7d'] as const

/** The first moment that a tape may show, 2000-01-01, and the last, 2100-01-01. Epoch milliseconds. */
export const EARLIEST_MS = 946_684_800_000
const LATEST_MS = 4_102_444_800_000

/** Epoch milliseconds, or the text of a time such as 2026-11-22T07:16:22+07:00. */
const Moment = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value) => (typeof value === 'number' ? value : Date.parse(value))),
)

/** The query parameters of a junction's past. An invalid value counts as none, because people type addresses. */
export const HistoryAddress = z.object({
  /** The second at the cursor, epoch milliseconds; none: now. */
  at: otherwise(z.optional(z.pipe(Moment, z.number().check(z.minimum(EARLIEST_MS), z.maximum(LATEST_MS)))), undefined),
  span: otherwise(z._default(z.enum(SPAN_NAMES), '10m'), '10m'),
})
export type HistoryAddress = z.infer<typeof HistoryAddress>
