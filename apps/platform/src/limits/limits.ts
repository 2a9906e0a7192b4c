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
  historyReads: {
    value: 16,
    unit: 'count',
    prevents:
      'Answers of history that are being read hold some megabytes each; more of them at a time would fill the memory of the thread that reads',
  },
  historyReadsOfUser: {
    value: 2,
    unit: 'count',
    prevents:
      'A user who asks for much history, on whatever sockets and calls, would have everybody else wait behind it; his reads wait for one another',
  },
  historyReadsWaitingOfUser: {
    value: 200,
    unit: 'count',
    prevents: 'Calls that wait for a history read would pile up; further ones are answered 429',
  },
  historyReadsWaitingOfSocket: {
    value: 1_000,
    unit: 'count',
    prevents: 'Commands that wait for a history read would pile up behind a socket; further ones get an error',
  },
  historySamples: {
    value: 100_000,
    unit: 'count',
    prevents:
      'One read of history would go on for days; most samples of a key in one answer, whatever limit is asked for',
  },
  historyStallMs: {
    value: 30_000,
    unit: 'ms',
    prevents: 'A caller who does not read his answer would keep a place of its user for ever',
  },
} as const satisfies Record<string, Limit>

type LimitName = keyof typeof LIMITS

/** How full some limits are now, in their own units. */
export type Fills = Partial<Record<LimitName, number>>
