import * as z from 'zod/mini'
import { tolerantRow, tolerantRows } from './tolerant.ts'
import { everyMember, isPlainObject } from '../jsonValue.ts'

const TelemetrySample = tolerantRow('a sample', z.object({ ts: z.number(), value: z.unknown() }), {})

/** Samples by key: epoch milliseconds and a value, which is text unless strict types were requested. */
export const TelemetryValues = tolerantRows(
  'listByKey',
  z.record(z.string(), z.array(TelemetrySample)),
  TelemetrySample,
  (value) => isPlainObject(value) && everyMember(value, areSamples),
)
export type TelemetryValues = z.infer<typeof TelemetryValues>

/** Returns whether a value is a list of samples that have a time and a value, and nothing else. */
function areSamples(samples: unknown): boolean {
  if (!Array.isArray(samples)) return false
  for (const sample of samples) {
    if (!isPlainObject(sample) || !Number.isFinite(sample.ts) || !('value' in sample)) return false
    for (const key in sample) if (key !== 'ts' && key !== 'value') return false
  }
  return true
}

/** How history is folded into intervals. */
export const Aggregation = z.enum(['MIN', 'MAX', 'AVG', 'SUM', 'COUNT', 'NONE'])
export type Aggregation = z.infer<typeof Aggregation>

/** Default number of samples per key that a history call returns. */
export const HISTORY_LIMIT = 100
/** Largest number of intervals that one aggregated history call may span. */
export const MAX_INTERVALS = 700
