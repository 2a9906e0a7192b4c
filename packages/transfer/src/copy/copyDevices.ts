/** Copies devices with their credentials, their customers and their attributes. They are found by their names. */
import type { CallApi } from '@greenwave/client/callTypes'
import type { DeviceCredentials } from '@greenwave/contract/wire/credentials'
import type { Device, DeviceInfo } from '@greenwave/contract/wire/devices'
import { parseDeviceLogin } from '../deviceLogin.ts'
import { assigned, type CopyContext, type CopyJob, type CopyPage, pagesOf } from './copyContext.ts'
import { copyEntity, ifFound, type Match } from './copyEntity.ts'
import { differingMembers } from './exactJson.ts'

/** Returns how devices are copied. */
export function devicesJob(context: CopyContext): CopyJob<DeviceInfo> {
  const { from, to, ids } = context

  async function find(row: DeviceInfo): Promise<Match | undefined> {
    const there = await deviceOfName(to, row.name)
    if (!there) return undefined
    const [login, present] = await Promise.all([credentialsOf(from, row), credentialsOf(to, there)])
    const wanted = contentOf(row)
    const fields = differingMembers(wanted, { ...there, customerId: assigned(there) })
    const logins = isSameLogin(login, present) ? [] : ['credentials']
    return {
      id: there.id,
      fields: [...fields, ...logins],
      async replace() {
        // Without the id of its profile, so that its type counts.
        const { deviceProfileId: _, ...kept } = there
        if (fields.length > 0) await to('saveDevice', { body: { ...kept, ...wanted } })
        if (logins.length > 0) await to('saveDeviceCredentials', { body: { ...present, ...loginOf(login) } })
      },
    }
  }

  async function create(row: DeviceInfo) {
    const device = { name: row.name, ...contentOf(row) }
    const credentials = loginOf(await credentialsOf(from, row))
    return to('saveDeviceWithCredentials', { body: { device, credentials } })
  }

  /** The platform has profiles of its own: the type names one. */
  function contentOf({ type, label, customerId, additionalInfo }: DeviceInfo) {
    return { type, label, customerId: ids.customerOf(customerId), additionalInfo: ids.translate(additionalInfo) }
  }

  return {
    kind: 'devices',
    pages: () => devicePages(context),
    idOf: ({ id }) => id.id,
    nameOf: ({ name }) => name,
    copy: (row) => copyEntity(context, { owner: 'DEVICE', find, create }, row),
  }
}

/** Reads all devices of the platform that is copied. */
export function devicePages(context: CopyContext): AsyncGenerator<CopyPage<DeviceInfo>, void, void> {
  return pagesOf(context, (query) => context.from('tenantDevices', { query }))
}

async function deviceOfName(call: CallApi, deviceName: string): Promise<Device | undefined> {
  const found = await ifFound(call('tenantPlainDevices', { query: { deviceName } }))
  return found && 'id' in found ? (found as Device) : undefined
}

function credentialsOf(call: CallApi, { id }: Pick<Device, 'id'>): Promise<DeviceCredentials> {
  return call('deviceCredentials', { params: { deviceId: id.id } })
}

/** Selects the writable members of credentials; the platform derives the id of MQTT logins. */
function loginOf({ credentialsType, credentialsId, credentialsValue }: DeviceCredentials) {
  const isToken = credentialsType === 'ACCESS_TOKEN'
  return { credentialsType, credentialsId: isToken ? credentialsId : null, credentialsValue }
}

function isSameLogin(a: DeviceCredentials, b: DeviceCredentials): boolean {
  return (
    a.credentialsType === b.credentialsType &&
    JSON.stringify(parseDeviceLogin(a)) === JSON.stringify(parseDeviceLogin(b))
  )
}
