/**
 * @file The history of changes of one device or of many, the last ones first: recorded changes, what the audit log says
 * of each, and changes by other means. Latest first; older ones are loaded on request.
 */

import { patiently, pauseFor } from '@greenwave/client/patiently'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { type AuditedWrite, changesSettings, isPartOf, judgedFrom, LATEST_MS } from './auditWitness.ts'
import type { ChangedDevice, HistoryEntry, OutsideChange, RecordedChange, Witness } from './historyEntry.ts'
import {
  auditSource,
  deviceSource,
  devicesSource,
  type HistoryCalls,
  type Item,
  idsOfCustomer,
  type Source,
  type Span,
} from './historySources.ts'

/** Request for history. */
export interface HistoryRequest extends Span {
  /** A device, with all its present settings if these are known; otherwise all that the caller may read. */
  readonly device?: ChangedDevice & { readonly present?: { readonly settings: AttributeSet; readonly atMs: number } }
  /** The title of a customer: only devices of that one. */
  readonly customer?: string | undefined
  /** Whether the caller may read the audit log; otherwise changes by other means are found from the records around. */
  readonly hasAudit: boolean
  readonly signal?: AbortSignal | undefined
  /** Waits some milliseconds before a rate-limited call is repeated; rejects when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Some entries of a history, in no order that is quite certain: changes by other means may come late. */
export interface HistoryStep {
  readonly entries: readonly HistoryEntry[]
  /** How far back it was read, epoch milliseconds. */
  readonly reachedMs: number
  /** Whether the audit log was read, too. */
  readonly hasAudit: boolean
}

/** A record of the audit log may come so late, milliseconds. */
const LATE_LOG_MS = 10_000

/** As many sources are read at once. */
const AT_ONCE = 6

/** Fetches a history. Each step has at least one entry or reaches further back. Rejects as the calls do. */
export async function* fetchHistory(call: HistoryCalls, request: HistoryRequest): AsyncGenerator<HistoryStep> {
  const { fromMs, untilMs, device, customer, hasAudit, signal, pause = pauseFor } = request
  const span = { fromMs, untilMs }
  const sources = new Set<Source>()
  const audit = hasAudit ? auditSource(call, span, device?.id, LATEST_MS) : undefined
  if (audit) sources.add(audit)
  const known = new Map<string, ChangedDevice>(device ? [[device.id, device]] : [])
  const addDevice = (found: ChangedDevice, changedMs: number) => {
    known.set(found.id, found)
    sources.add(deviceSource(call, found, span, changedMs, !hasAudit))
  }
  if (device) sources.add(deviceSource(call, device, span, untilMs, !hasAudit, device.present))
  else sources.add(devicesSource(call, span, customer, addDevice))
  // The audit log knows no customers of devices.
  const ofCustomer = customer === undefined || !hasAudit ? undefined : await idsOfCustomer(call, customer, signal)
  const writes = new PendingWrites(span, ofCustomer, known)

  for (;;) {
    signal?.throwIfAborted()
    const due = toLoad(sources)
    if (due.length > 0) {
      // A rollout has hundreds of junctions, more than platforms with limits let a tenant read in a second.
      const load = (source: Source) =>
        patiently(
          () => source.load(signal),
          (ms) => pause(ms, signal),
        )
      await Promise.all(due.map(load))
      for (const source of due) if (isOver(source)) sources.delete(source)
    }
    const entries: HistoryEntry[] = []
    for (;;) {
      const source = ready(sources)
      const item = source?.items.shift()
      if (!source || !item) break
      if (isOver(source)) sources.delete(source)
      entries.push(...writes.take(item, hasAudit))
    }
    const reachedMs = Math.max(fromMs, ...[...sources].map(positionOf))
    if (sources.size === 0) entries.push(...writes.rest())
    yield { entries, hasAudit, reachedMs: sources.size === 0 ? fromMs : Math.min(untilMs, reachedMs) }
    if (sources.size === 0) return
  }
}

/** Writes must be read before the changes that they may be part of. */
function positionOf({ items, headMs }: Source): number {
  const [next] = items
  return next ? placeOf(next) : headMs
}

function placeOf(item: Item): number {
  return item.kind === 'change' ? judgedFrom(item.atMs) : item.atMs
}

const isOver = ({ items, headMs }: Source) => items.length === 0 && headMs === Number.NEGATIVE_INFINITY

/** Lists the sources to read next: those that may have later items. */
function toLoad(sources: ReadonlySet<Source>): readonly Source[] {
  const latestMs = Math.max(Number.NEGATIVE_INFINITY, ...[...sources].filter((s) => s.items.length > 0).map(positionOf))
  return [...sources]
    .filter(({ items, headMs }) => items.length === 0 && headMs >= latestMs)
    .sort((a, b) => b.headMs - a.headMs)
    .slice(0, AT_ONCE)
}

/** Returns the source with the last item, unless one that is not read yet may have a later one. */
function ready(sources: ReadonlySet<Source>): Source | undefined {
  let last: Source | undefined
  for (const source of sources) if (!last || positionOf(source) > positionOf(last)) last = source
  return last && last.items.length > 0 ? last : undefined
}

/** Writes of the audit log that may still be part of a recorded change. */
class PendingWrites {
  #pending: AuditedWrite[] = []
  readonly #span: Span
  readonly #ofCustomer: ReadonlySet<string> | undefined
  readonly #known: ReadonlyMap<string, ChangedDevice>

  /** @param known devices of which more than the name is known */
  constructor(span: Span, ofCustomer: ReadonlySet<string> | undefined, known: ReadonlyMap<string, ChangedDevice>) {
    this.#span = span
    this.#ofCustomer = ofCustomer
    this.#known = known
  }

  /** Takes the next item and returns the entries that it completes. */
  take(item: Item, hasAudit: boolean): readonly HistoryEntry[] {
    switch (item.kind) {
      case 'write':
        this.#pending.push(item.write)
        return []
      case 'outside':
        return [item]
      case 'change':
        return [...this.#before(item.atMs), this.#witnessed(item, hasAudit)]
    }
  }

  /** Returns the writes that no recorded change has claimed. */
  rest(): readonly OutsideChange[] {
    return this.#before(Number.NEGATIVE_INFINITY)
  }

  #witnessed({ device, change, atMs }: Extract<Item, { kind: 'change' }>, hasAudit: boolean): RecordedChange {
    const parts = this.#pending.filter((write) => isPartOf(write, device.id, change))
    // The first of several tries that succeeded; the others stay, as what they are.
    const writers = [true, false].flatMap((removes) => parts.findLast((write) => isRemoval(write) === removes) ?? [])
    this.#pending = this.#pending.filter((write) => !writers.includes(write))
    // Audit logs are written in the background.
    const isRead = hasAudit && atMs < this.#span.untilMs - LATE_LOG_MS
    return { kind: 'change', device, atMs, change, witness: witnessOf(writers, change.by.id, isRead) }
  }

  /** Takes out the writes that are too late for any change that is still to come. */
  #before(ms: number): readonly OutsideChange[] {
    const over = this.#pending.filter((write) => write.atMs > ms + LATEST_MS || ms === Number.NEGATIVE_INFINITY)
    this.#pending = this.#pending.filter((write) => !over.includes(write))
    return over
      .filter((write) => this.#isMeant(write))
      .map((write) => outsideOf(write, this.#known.get(write.deviceId)))
  }

  #isMeant(write: AuditedWrite): boolean {
    const { deviceId, atMs } = write
    const isOfCustomer = this.#ofCustomer === undefined || this.#ofCustomer.has(deviceId)
    return atMs < this.#span.untilMs && isOfCustomer && changesSettings(write)
  }
}

const isRemoval = ({ after }: AuditedWrite) => Object.values(after).every((value) => value === null)

function witnessOf(writes: readonly AuditedWrite[], userId: string, isRead: boolean): Witness {
  if (writes.length === 0) return { kind: isRead ? 'missing' : 'unknown' }
  const other = writes.find((write) => write.userId !== userId)
  return other ? { kind: 'other', name: other.userName } : { kind: 'confirmed' }
}

function outsideOf(write: AuditedWrite, known: ChangedDevice | undefined): OutsideChange {
  const { deviceId, deviceName, atMs, userName, viaApiKey, scope, after } = write
  const { id, name, label } = known ?? { id: deviceId, name: deviceName, label: '' }
  return {
    kind: 'outside',
    device: { id, name, label },
    atMs,
    sinceMs: null,
    by: userName,
    ...(viaApiKey && { viaApiKey }),
    scope,
    after,
    before: null,
  }
}
