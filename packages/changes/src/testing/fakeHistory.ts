/** A platform with devices that were changed, in memory, for the calls that read histories. */
import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { type ChangeRecord, writeChangeRecord } from '@greenwave/contract/records/changeRecords'
import { CHANGE_KEY, CHANGED_KEY } from '@greenwave/contract/records/recordKeys'
import type { AuditLog } from '@greenwave/contract/wire/audit'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { HistoryCalls } from '../historySources.ts'

const TENANT = entityRef('TENANT', '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10')
const NOBODY = entityRef('CUSTOMER', '13814000-1dd2-11b2-8080-808080808080')

interface Query {
  readonly startTs: string
  readonly endTs: string
  readonly limit: string
  readonly startTime: string
  readonly endTime: string
  readonly page: number
  readonly pageSize: number
}
interface Filter {
  readonly predicate: { readonly value: { readonly defaultValue: number | string } }
  readonly key: { readonly key: string }
}

/** Devices by id, with the title of their customer and their records. */
export class FakeHistory {
  readonly devices = new Map<string, { readonly customer: string; readonly records: ChangeRecord[] }>()
  readonly logs: AuditLog[] = []
  calls = 0

  /** Adds a record to a device, which belongs to a customer. */
  add(deviceId: string, record: ChangeRecord, customer = ''): void {
    const device = this.devices.get(deviceId) ?? { customer, records: [] }
    this.devices.set(deviceId, device)
    device.records.push(record)
  }

  /** Adds what the audit log says of a write of attributes. */
  log(
    deviceId: string,
    atMs: number,
    userId: string,
    attributes: Readonly<Record<string, unknown>>,
    scope: ChangeRecord['scope'] = 'SHARED_SCOPE',
  ): void {
    const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    const written = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, textOf(value)]))
    this.logs.push({
      id: { id: `log ${this.logs.length}` },
      createdTime: atMs,
      tenantId: TENANT,
      customerId: NOBODY,
      entityId: entityRef('DEVICE', deviceId),
      entityName: deviceId,
      userId: entityRef('USER', userId),
      userName: `${userId}@signal.vn`,
      actionType: 'ATTRIBUTES_UPDATED',
      actionData: { entityId: deviceId, scope, attributes: written },
      actionStatus: 'SUCCESS',
      actionFailureDetails: '',
    })
  }

  readonly call: HistoryCalls = playedCalls((name, args) => {
    this.calls += 1
    const { query, params, body } = args as {
      query: Query
      params: { readonly entityId: string }
      body: { keyFilters: readonly Filter[]; pageLink: { page: number; pageSize: number } }
    }
    if (name === 'timeseries') return this.#timeseries(params.entityId, query)
    if (name === 'findEntities') return this.#devices(body.keyFilters, body.pageLink.page, body.pageLink.pageSize)
    const mine = this.logs.filter(({ entityId }) => name === 'auditLogs' || entityId.id === params.entityId)
    const found = mine
      .filter(({ createdTime }) => createdTime >= Number(query.startTime) && createdTime <= Number(query.endTime))
      .sort((a, b) => b.createdTime - a.createdTime)
    return pageOf(found, query.page, query.pageSize)
  })

  #timeseries(deviceId: string, { startTs, endTs, limit }: Query) {
    const found = (this.devices.get(deviceId)?.records ?? [])
      .filter(({ at }) => at >= Number(startTs) && at < Number(endTs))
      .sort((a, b) => b.at - a.at)
      .slice(0, Number(limit))
    return { [CHANGE_KEY]: found.map((record) => ({ ts: record.at, value: writeChangeRecord(record) })) }
  }

  #devices(filters: readonly Filter[], page: number, pageSize: number) {
    const wantedOf = (key: string) => filters.find((filter) => filter.key.key === key)?.predicate.value.defaultValue
    const rows = [...this.devices].map(([id, { customer, records }]) => ({
      id,
      customer,
      changed: Math.max(...records.map(({ at }) => at)),
    }))
    const since = Number(wantedOf(CHANGED_KEY) ?? 0)
    const owner = wantedOf('ownerName')
    const found = rows
      .filter(({ changed, customer }) => changed >= since && (owner === undefined || customer === owner))
      .sort((a, b) => b.changed - a.changed)
      .map(({ id, changed }) => ({
        entityId: entityRef('DEVICE', id),
        latest: { ENTITY_FIELD: {}, TIME_SERIES: { [CHANGED_KEY]: { ts: changed, value: String(changed) } } },
      }))
    return pageOf(found, page, pageSize)
  }
}

function pageOf<T>(rows: readonly T[], page: number, pageSize: number) {
  const data = rows.slice(page * pageSize, (page + 1) * pageSize)
  const hasNext = (page + 1) * pageSize < rows.length
  return { data, hasNext, totalElements: rows.length, totalPages: Math.ceil(rows.length / pageSize) }
}
