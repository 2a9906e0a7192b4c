/** Reads the lists of the platform, page by page. */
import type { CallApi } from '@greenwave/client/callTypes'
import { allRows, listPagesByTime, listRows } from '@greenwave/client/listPages'
import { alarmType } from '@greenwave/observer/rules/alarm'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { isAssigned } from '@greenwave/contract/wire/ids'
import type { WatcherCall } from '@greenwave/contract/records/watcherCalls'
import { CORRIDOR_INCIDENT } from '@greenwave/contract/records/waves'
import type { ListedDevice } from './roster.ts'
import { isOfShare, type Share } from './share.ts'

/** Subjects of incidents: junctions and corridors. */
const INCIDENT_ENTITIES: ReadonlySet<string> = new Set(['DEVICE', 'ASSET'])
/** Rows of a page: read in some milliseconds, so that samples do not wait, and in little memory. */
const PAGE_ROWS = 200

/** A device of any share, as the list has it. */
export interface NamedDevice extends ListedDevice {
  /** Display name. */
  readonly label: string
}

/**
 * Returns the devices of a share by id, as the tenant's list has them now.
 *
 * @param onDevice called for each device, including those of other shares
 */
export async function listDevices(
  call: CallApi<WatcherCall>,
  share: Share,
  onDevice: (device: NamedDevice) => void = () => {},
): Promise<ReadonlyMap<string, ListedDevice>> {
  const devices = new Map<string, ListedDevice>()
  const rows = listRows((page) =>
    call('tenantDevices', { query: { pageSize: PAGE_ROWS, page, sortProperty: 'createdTime', sortOrder: 'ASC' } }),
  )
  for await (const { id, name, label, customerId } of rows) {
    const device = { id: id.id, customerId: isAssigned(customerId) ? customerId.id : null }
    onDevice({ ...device, label: label?.trim() || name })
    if (isOfShare(share, id.id)) devices.set(id.id, device)
  }
  return devices
}

/**
 * Calls back once for each active alarm of incidents on a device or a corridor, whoever's it is. None that stays is passed
 * over.
 */
export async function eachActiveAlarm(call: CallApi<WatcherCall>, take: (alarm: AlarmInfo) => void): Promise<void> {
  const taken = new Set<string>()
  const pages = listPagesByTime((from) =>
    call('alarmsV2', {
      query: {
        ...{ ...from, pageSize: PAGE_ROWS, sortProperty: 'createdTime', sortOrder: 'ASC' },
        statusList: 'ACTIVE',
        typeList: [...INCIDENT_CODES.map(alarmType), CORRIDOR_INCIDENT.type],
      },
    }),
  )
  for await (const alarms of pages) {
    for (const alarm of alarms) {
      if (INCIDENT_ENTITIES.has(alarm.originator.entityType) && !taken.has(alarm.id.id)) take(alarm)
      taken.add(alarm.id.id)
    }
  }
}

/**
 * Calls back for each alarm of incidents on a device that was created or cleared since a time, whoever's it is; for some
 * twice.
 * @param sinceMs the platform's time, epoch milliseconds
 */
export async function eachAlarmSince(
  call: CallApi<WatcherCall>,
  sinceMs: number,
  take: (alarm: AlarmInfo) => void,
): Promise<void> {
  for (const by of ['createdTime', 'clearTs'] as const) {
    const rows = listRows((page) =>
      call('alarmsV2', {
        query: {
          ...{ page, pageSize: PAGE_ROWS, sortProperty: by, sortOrder: 'DESC' },
          ...(by === 'clearTs' && { statusList: 'CLEARED' }),
          typeList: INCIDENT_CODES.map(alarmType),
        },
      }),
    )
    for await (const alarm of rows) {
      if (alarm[by] < sinceMs) break
      if (alarm.originator.entityType === 'DEVICE') take(alarm)
    }
  }
}

/** Returns the ids of all customers of the tenant. */
export async function listCustomers(call: CallApi<WatcherCall>): Promise<readonly string[]> {
  const customers = await allRows((page) => call('customers', { query: { pageSize: PAGE_ROWS, page } }))
  return customers.map(({ id }) => id.id)
}
