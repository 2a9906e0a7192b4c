import type { AttributeScope, JsonValue } from '@greenwave/contract/wire/attributes'
import type { Aggregation } from '@greenwave/contract/wire/telemetry'
import type { Fills } from '../../limits/limits.ts'

/** Values of one moment, as a device sent them. `ts` is in epoch milliseconds. */
export interface Sample {
  readonly ts: number
  readonly values: Readonly<Record<string, JsonValue>>
}

/**
 * One stored value with its time, epoch milliseconds: the sample's time for telemetry, the time of the write for an
 * attribute.
 */
export interface TimedValue {
  readonly ts: number
  readonly value: JsonValue
}

/** Values by key, as they are kept in memory. */
export type ValueMap = Map<string, TimedValue>

/** A change of an entity's values. Listeners get changes in the order in which readers see them. */
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
  | { readonly kind: 'ownerDeleted'; readonly deviceId: string }

/** The values whose changes a listener follows. */
export type FollowedValues = 'telemetry' | 'attributes'

/** A query for stored samples of one device with `startTs <= ts < endTs`. */
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
 * How samples are written. `strict` and `text` are the forms of HTTP, `{key: [{ts, value}]}` with values as JSON or as
 * text; `live` is the end of a frame, `{key: [[ts, text]]},"latestValues":{key: ts}}`.
 */
export type HistoryForm = 'strict' | 'text' | 'live'

/** A reader of history. All readers of one owner share that owner's places. `signal` aborts when the reader is gone. */
export interface HistoryReader {
  readonly owner: string
  readonly signal: AbortSignal
}

/**
 * Attributes and telemetry of all entities that have them. A `deviceId` here is the id of a device, or of a customer or
 * an asset, whose values are kept alike. Attributes and latest values are read from memory, synchronously, so that a
 * snapshot and the subscription after it start in the same tick. The promise of a write resolves when its values are on
 * disk; only then may a caller acknowledge them. When it rejects, the values are not on disk and will not be written
 * later.
 *
 * Readers and listeners see telemetry at once, because a lamp must not wait for a disk. If the commit fails, telemetry
 * is taken back: listeners get `telemetryDeleted` and then the earlier values as `telemetry`. Attributes are orders and
 * reports, so readers and listeners see them only after their commit, in the order in which they were written.
 */
export interface DeviceData {
  /** Returns the latest value of each key that has one. */
  latest(deviceId: string): ReadonlyMap<string, TimedValue>
  /** Returns the committed attributes of one scope. */
  attributes(deviceId: string, scope: AttributeScope): ReadonlyMap<string, TimedValue>
  /**
   * Returns the keys of a scope whose write or deletion is not committed yet. `attributes` will change, or the write
   * will fail.
   */
  attributesUnderWay(deviceId: string, scope: AttributeScope): ReadonlyMap<string, unknown>
  /**
   * Stores samples. A sample replaces a latest value unless it is older. A sample whose time is more than
   * CLOCK_TOLERANCE_MS ahead of the platform's clock gets its time of arrival. Resolves after the commit.
   */
  saveTelemetry(deviceId: string, samples: readonly Sample[]): Promise<void>
  /** Writes attributes and leaves other keys as they are. Resolves after the commit. */
  saveAttributes(
    deviceId: string,
    scope: AttributeScope,
    values: Readonly<Record<string, JsonValue>>,
    ts: number,
  ): Promise<void>
  /** Deletes attributes. Resolves after the commit with the keys that existed. */
  deleteAttributes(deviceId: string, scope: AttributeScope, keys: readonly string[]): Promise<readonly string[]>
  /**
   * Deletes samples of some keys with `startTs <= ts < endTs`, and the latest values among them when `deleteLatest` is
   * set. With `rewriteLatest` the newest remaining sample replaces a deleted latest value. Resolves when all of it is
   * on disk.
   */
  deleteTelemetry(
    deviceId: string,
    keys: readonly string[],
    range: { readonly startTs: number; readonly endTs: number },
    latest: { readonly deleteLatest: boolean; readonly rewriteLatest: boolean },
  ): Promise<void>
  /**
   * Yields the stored samples of each key that has any in the range: the JSON text of an answer, in pieces of UTF-8.
   * Other work is served between pieces, however large the answer is. Rejects with TooMuchWaits when too many reads of
   * this owner wait already.
   */
  readHistory(query: HistoryQuery, form: HistoryForm, reader: HistoryReader): AsyncGenerator<Uint8Array>
  /** Returns a few stored samples, read in one go. */
  history(query: HistoryQuery): Promise<Readonly<Record<string, readonly TimedValue[]>>>
  /**
   * Makes room for latest values or for attributes of a scope. Call it before saving any of them.
   *
   * @param parts the values of a message by key, one part for each time
   * @throws {PayloadRefused} when they would take too many bytes; values no larger than those they replace are always
   * accepted
   */
  makeRoom(
    deviceId: string,
    part: 'latest' | AttributeScope,
    parts: readonly Readonly<Record<string, JsonValue>>[],
  ): void
  /** Returns how full the limits of values are now. */
  fills(): Fills
  /**
   * Drops all data of a device for good, and sends `ownerDeleted` to listeners. Does not reject while the store is open.
   */
  forget(deviceId: string): Promise<void>
  /**
   * Subscribes to one device; returns the function that unsubscribes.
   *
   * @param of which changes, besides the end of the device; by default all
   */
  subscribe(deviceId: string, listener: (change: DeviceChange) => void, of?: FollowedValues): () => void
  /** Subscribes to all devices; returns the function that unsubscribes. */
  subscribeAll(listener: (change: DeviceChange) => void): () => void
}
