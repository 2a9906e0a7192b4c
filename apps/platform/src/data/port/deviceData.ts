import type { AttributeScope, JsonValue } from '@greenwave/contract/attributes'
import type { Aggregation } from '@greenwave/contract/telemetry'
import type { Fills } from '../../limits/limits.ts'

/** Values of one moment, as a device sent them. `ts` in epoch milliseconds. */
export interface Sample {
  readonly ts: number
  readonly values: Readonly<Record<string, JsonValue>>
}

/** One stored value with its time: a sample's for telemetry, the write's for an attribute. */
export interface TimedValue {
  readonly ts: number
  readonly value: JsonValue
}

/** Values by key, as they are kept in memory. */
export type ValueMap = Map<string, TimedValue>

/** What happened to the values of a device; told to listeners in the order in which readers see it. */
export type DeviceChange =
  | { readonly kind: 'telemetry'; readonly deviceId: string; readonly samples: readonly Sample[] }
  | {
      readonly kind: 'attributes'
      readonly deviceId: string
      readonly scope: AttributeScope
      readonly ts: number
      readonly values: Readonly<Record<string, JsonValue>>
    }
  | {
      readonly kind: 'attributesDeleted'
      readonly deviceId: string
      readonly scope: AttributeScope
      readonly keys: readonly string[]
    }
  | { readonly kind: 'telemetryDeleted'; readonly deviceId: string; readonly keys: readonly string[] }
  | { readonly kind: 'deviceDeleted'; readonly deviceId: string }

/** A question about stored samples of one device: `startTs <= ts < endTs`. */
export interface HistoryQuery {
  readonly deviceId: string
  readonly keys: readonly string[]
  readonly startTs: number
  readonly endTs: number
  /** Most samples of each key, for aggregation NONE. */
  readonly limit: number
  readonly order: 'ASC' | 'DESC'
  readonly aggregation: Aggregation
  /** Width of an interval, milliseconds; 0 means raw samples. */
  readonly intervalMs: number
}

/**
 * How samples are written: `strict` and `text` as HTTP does, `{key: [{ts, value}]}` with values as JSON or as text; `live` as a
 * frame's end, `{key: [[ts, text]]},"latestValues":{key: ts}}`.
 */
export type HistoryForm = 'strict' | 'text' | 'live'

/** Who reads history: readers of one owner share that owner's places. `signal` tells that the reader has gone. */
export interface HistoryReader {
  readonly owner: string
  readonly signal: AbortSignal
}

/**
 * Attributes and telemetry of all devices. Reads of attributes and latest values come from memory and are synchronous,
 * so that a snapshot and the subscription behind it start in the same tick. Promises of writes resolve when the values are
 * on disk, and only then may a caller acknowledge them; one that rejects is neither on disk nor written later.
 *
 * Telemetry is seen by readers and listeners at once, since a lamp must not wait for a disk. If its commit fails it is taken
 * back: listeners hear `telemetryDeleted` and, as `telemetry`, what was there before. Attributes are orders and reports: they
 * are seen, and told, when they are committed, in the order in which they were written.
 */
export interface DeviceData {
  /** Latest value of each key that has one. */
  latest(deviceId: string): ReadonlyMap<string, TimedValue>
  /** Attributes of one scope, as they are committed. */
  attributes(deviceId: string, scope: AttributeScope): ReadonlyMap<string, TimedValue>
  /** Keys of a scope that are being written or deleted: `attributes` will change, or the write fail. */
  attributesUnderWay(deviceId: string, scope: AttributeScope): ReadonlyMap<string, unknown>
  /**
   * Stores samples; a latest value is replaced only by a sample that is not older. A sample whose time is more than
   * CLOCK_TOLERANCE_MS ahead of the platform's clock gets the time at which it came. Resolves after the commit.
   */
  saveTelemetry(deviceId: string, samples: readonly Sample[]): Promise<void>
  /** Writes attributes; other keys stay. Resolves after the commit. */
  saveAttributes(
    deviceId: string,
    scope: AttributeScope,
    values: Readonly<Record<string, JsonValue>>,
    ts: number,
  ): Promise<void>
  /** Deletes attributes and tells which of them had existed. Resolves after the commit. */
  deleteAttributes(deviceId: string, scope: AttributeScope, keys: readonly string[]): Promise<readonly string[]>
  /**
   * Deletes samples of some keys, `startTs <= ts < endTs`, and the latest values among them; with `rewriteLatest` the newest
   * sample that is left takes the place of a latest value that went. Resolves when all of it is on disk.
   */
  deleteTelemetry(
    deviceId: string,
    keys: readonly string[],
    range: { readonly startTs: number; readonly endTs: number },
    latest: { readonly deleteLatest: boolean; readonly rewriteLatest: boolean },
  ): Promise<void>
  /**
   * Stored samples of each key that has any in the range, as the JSON text of an answer in pieces of UTF-8. However large it is,
   * others are served in between. Rejects with TooMuchWaits when the reader's owner has asked for too much already.
   */
  readHistory(query: HistoryQuery, form: HistoryForm, reader: HistoryReader): AsyncGenerator<Uint8Array>
  /** The same for few samples, which are read at once. */
  history(query: HistoryQuery): Promise<Readonly<Record<string, readonly TimedValue[]>>>
  /**
   * Makes room for values that are about to be saved, before any of them is: latest values, or attributes of a scope.
   *
   * @param parts the values of a message by key, one part for each time
   * @throws {PayloadRefused} when they would take too many bytes; values that take no more than those they replace always go
   */
  makeRoom(
    deviceId: string,
    part: 'latest' | AttributeScope,
    parts: readonly Readonly<Record<string, JsonValue>>[],
  ): void
  /** How full the limits of values are now. */
  fills(): Fills
  /** Drops everything known of a device for good; tells listeners `deviceDeleted`. Does not reject while the store is open. */
  forgetDevice(deviceId: string): Promise<void>
  /** Follows one device; returns the function that ends it. */
  subscribe(deviceId: string, listener: (change: DeviceChange) => void): () => void
  /** Follows every device; returns the function that ends it. */
  subscribeAll(listener: (change: DeviceChange) => void): () => void
}
