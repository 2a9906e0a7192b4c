import * as z from 'zod/mini'
import { tolerantRow, tolerantRows } from './tolerant.ts'

const TelemetrySample = tolerantRow('a sample', z.object({ ts: z.number(), value: z.unknown() }), {})

/** Samples of each key: epoch milliseconds and a value, which is text unless strict types were asked for. */
export const TelemetryValues = tolerantRows(
  'listByKey',
  z.record(z.string(), z.array(TelemetrySample)),
  TelemetrySample,
)
export type TelemetryValues = z.infer<typeof TelemetryValues>

/** How history is folded into intervals. */
export const Aggregation = z.enum(['MIN', 'MAX', 'AVG', 'SUM', 'COUNT', 'NONE'])
export type Aggregation = z.infer<typeof Aggregation>

/** Default number of samples of each key that a history call answers. */
export const HISTORY_LIMIT = 100
/** Most intervals that one aggregated history call may span. */
export const MAX_INTERVALS = 700
