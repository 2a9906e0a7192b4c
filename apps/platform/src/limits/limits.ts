/**
 * @file The limits of the platform that count, each with the failure that it prevents. docs/limits.md is the same table for
 * operators; a test holds the two equal. Length of the file: one entry a limit.
 */

/** One limit. */
interface Limit {
  readonly value: number
  readonly unit: 'bytes' | 'count' | 'ms'
  /** What happens without it. */
  readonly prevents: string
}

export const LIMITS = {
  unsettledBytes: {
    value: 67_108_864,
    unit: 'bytes',
    prevents:
      'Controllers that send faster than the disk takes would fill the memory with what is not in its place yet, and the journal with what the next start has to read; a full one holds acknowledgements back',
  },
  deviceValueBytes: {
    value: 1_048_576,
    unit: 'bytes',
    prevents:
      'Latest values are in memory: five controllers with 2,000 keys of 60 KB each would take 600 MB. Counts telemetry and each scope of attributes of a device alone; what a device has goes on',
  },
} as const satisfies Record<string, Limit>
