/** The places from which a history is read, each the last entries first. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { AttributeSet, ChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import type { AuditLog } from '@greenwave/contract/wire/audit'
import type { EntityData, EntityKey, KeyFilter } from '@greenwave/contract/wire/entityQueries'
import { type AuditedWrite, auditedWrite } from './auditWitness.ts'
import type { ChangedDevice, OutsideChange } from './historyEntry.ts'
import { fetchChanges } from './fetchChanges.ts'
import { unrecordedBetween } from './unrecorded.ts'

/** The calls that read a history. */
export type HistoryCalls = CallApi<'timeseries' | 'findEntities' | 'auditLogs' | 'entityAuditLogs'>

/** A span of time, epoch milliseconds, `untilMs` excluded. */
export interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

/** Something that a source has read. */
export type Item =
  | { readonly kind: 'change'; readonly atMs: number; readonly device: ChangedDevice; readonly change: ChangeRecord }
  | { readonly kind: 'write'; readonly atMs: number; readonly write: AuditedWrite }
  | OutsideChange

/** A place from which part of a history is read. */
export interface Source {
  /** Items read and not yet taken, the latest first. */
  readonly items: Item[]
  /** Nothing that is still to be read is later than this; -Infinity when everything was read. */
  headMs: number
  load(signal: AbortSignal | undefined): Promise<void>
}

const CHANGES = 20
const DEVICES = 100
const LOGS = 100
const IDS = 1000
const NEVER = Number.NEGATIVE_INFINITY

/**
 * Reads the changes of one device.
 *
 * @param findsUnrecorded whether changes without a record are found from the records around them
 * @param present all settings now, where these are known
 */
export function deviceSource(
  call: HistoryCalls,
  device: ChangedDevice,
  span: Span,
  headMs: number,
  findsUnrecorded: boolean,
  present?: { readonly settings: AttributeSet; readonly atMs: number },
): Source {
  let untilMs: number | null = span.untilMs
  let later = present
  return {
    items: [],
    headMs: Math.min(headMs, span.untilMs),
    async load(signal) {
      if (untilMs === null) return
      const { fromMs } = span
      const some = await fetchChanges(call, { deviceId: device.id, fromMs, untilMs, limit: CHANGES, signal })
      for (const change of some.changes) {
        const unrecorded = findsUnrecorded && later ? unrecordedBetween(device, change, later) : null
        if (unrecorded) this.items.push(unrecorded)
        this.items.push({ kind: 'change', atMs: change.at, device, change })
        if (change.scope === 'SHARED_SCOPE') later = { settings: change.before, atMs: change.at }
      }
      untilMs = some.nextUntilMs
      this.headMs = untilMs ?? NEVER
    },
  }
}

/** Finds the devices that have changes, those that were changed last first, and adds a source for each. */
export function devicesSource(
  call: HistoryCalls,
  span: Span,
  customer: string | undefined,
  add: (device: ChangedDevice, changedMs: number) => void,
): Source {
  const known = new Set<string>()
  let page = 0
  return {
    items: [],
    headMs: span.untilMs,
    async load(signal) {
      const body = {
        entityFilter: { type: 'entityType', entityType: 'DEVICE' } as const,
        keyFilters: [changedSince(span.fromMs), ...(customer === undefined ? [] : [ownedBy(customer)])],
        pageLink: { page, pageSize: DEVICES, sortOrder: { key: CHANGED, direction: 'DESC' as const } },
        entityFields: [field('name'), field('label')],
        latestValues: [CHANGED],
      }
      const { data, hasNext } = await call('findEntities', { body, ...(signal && { signal }) })
      page += 1
      let lastMs = this.headMs
      for (const row of data) {
        lastMs = Number(row.latest.TIME_SERIES?.[CHANGED_KEY]?.value)
        // While it is read, a device that changes moves up, and another one comes twice.
        if (known.has(row.entityId.id)) continue
        known.add(row.entityId.id)
        add(deviceOf(row), lastMs)
      }
      this.headMs = hasNext && Number.isFinite(lastMs) ? Math.min(lastMs, span.untilMs) : NEVER
    },
  }
}

/** Reads the ids of all devices of a customer. */
export async function idsOfCustomer(
  call: HistoryCalls,
  customer: string,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for (let page = 0; ; page += 1) {
    const body = {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' } as const,
      keyFilters: [ownedBy(customer)],
      pageLink: { page, pageSize: IDS },
    }
    const { data, hasNext } = await call('findEntities', { body, ...(signal && { signal }) })
    for (const { entityId } of data) ids.add(entityId.id)
    if (!hasNext || data.length === 0) return ids
  }
}

/**
 * Reads the audit log, of one device or of all.
 *
 * @param extraMs the log is read so far beyond the span, because a write may be part of a change before it
 */
export function auditSource(call: HistoryCalls, span: Span, deviceId: string | undefined, extraMs: number): Source {
  let known: ReadonlySet<string> = new Set()
  let endTime = span.untilMs + extraMs
  let page = 0
  return {
    items: [],
    headMs: span.untilMs + extraMs,
    async load(signal) {
      const query = {
        ...{ pageSize: LOGS, page, sortProperty: 'createdTime', sortOrder: 'DESC' as const },
        startTime: String(span.fromMs),
        endTime: String(endTime),
        actionTypes: 'ATTRIBUTES_UPDATED,ATTRIBUTES_DELETED',
      }
      const asked = { query, ...(signal && { signal }) }
      const { data, hasNext } =
        deviceId === undefined
          ? await call('auditLogs', asked)
          : await call('entityAuditLogs', { ...asked, params: { entityType: 'DEVICE', entityId: deviceId } })
      for (const log of data) {
        const write = known.has(log.id.id) ? undefined : auditedWrite(log)
        if (write) this.items.push({ kind: 'write', atMs: write.atMs, write })
      }
      const lastMs = data.at(-1)?.createdTime
      if (!hasNext || lastMs === undefined) {
        this.headMs = NEVER
        return
      }
      // The next page begins where this one ended, so that new records move nothing; a whole page of one time goes on.
      page = lastMs === endTime ? page + 1 : 0
      known = new Set([...(page === 0 ? [] : known), ...idsAt(data, lastMs)])
      endTime = lastMs
      this.headMs = lastMs
    },
  }
}

const idsAt = (logs: readonly AuditLog[], ms: number) =>
  logs.filter(({ createdTime }) => createdTime === ms).map(({ id }) => id.id)

const CHANGED: EntityKey = { type: 'TIME_SERIES', key: CHANGED_KEY }
const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })

function changedSince(ms: number): KeyFilter {
  return {
    key: CHANGED,
    predicate: { type: 'NUMERIC', operation: 'GREATER_OR_EQUAL', value: { defaultValue: ms } },
  }
}

/** Entities of this customer, by its title. */
function ownedBy(customer: string): KeyFilter {
  const predicate = { type: 'STRING', operation: 'EQUAL', value: { defaultValue: customer } } as const
  return { key: field('ownerName'), predicate }
}

function deviceOf({ entityId, latest }: EntityData): ChangedDevice {
  const fields = latest.ENTITY_FIELD ?? {}
  return { id: entityId.id, name: fields.name?.value ?? '', label: fields.label?.value ?? '' }
}
