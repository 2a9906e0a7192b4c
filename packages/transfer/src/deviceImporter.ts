import { writeChange } from '@greenwave/changes/writeChange'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { type DeviceInfo, plainDevice } from '@greenwave/contract/wire/devices'
import { entityRef, NULL_UUID, ofDevice } from '@greenwave/contract/wire/ids'
import { credentialsValue, LOGIN_COLUMNS, newLogin, parseDeviceLogin } from './deviceLogin.ts'
import { differingFields, existingDevices, placeTexts } from './existing.ts'
import { type ListEntry, PLACE_COLUMNS } from './entityList.ts'
import type { ImportEntry, ImporterContext } from './entryImport.ts'

type Values = ListEntry['values']

/**
 * Creates the importer of devices, matched by name. A new device without a login gets one. The location is written
 * as a recorded change.
 */
export async function deviceImporter(context: ImporterContext): Promise<ImportEntry> {
  const { call, isOverwriting } = context
  const existing = new Map((await existingDevices(call)).map((one) => [one.entity.name, one]))
  return async ({ name, values }) => {
    const there = existing.get(name)
    if (!there) {
      const { id } = await create(context, name, values)
      await writePlace(context, id.id, {}, values)
      return { state: 'created' }
    }
    const { entity } = there
    const login = some(values, LOGIN_COLUMNS)
    const credentials = login && (await call('deviceCredentials', { params: { deviceId: entity.id.id } }))
    const place = some(values, PLACE_COLUMNS) ? await fetchPlace(context, entity.id.id) : {}
    const present: Readonly<Record<string, string | undefined>> = {
      ...there.values,
      ...(credentials && parseDeviceLogin(credentials)),
      ...placeTexts(place),
    }
    const fields = differingFields({ ...values, ...placeTexts(some(values, PLACE_COLUMNS)) }, present)
    if (fields.length === 0) return { state: 'same' }
    // A place that was never written belongs to a device whose import broke off.
    const isNewPlace = fields.every((field) => isPlace(field) && present[field] === undefined)
    if (!isOverwriting && !isNewPlace) return { state: 'conflict', fields }
    if (fields.includes('label') || fields.includes('customer')) await update(context, entity, values)
    if (credentials && fields.some((field) => LOGIN_COLUMNS.some((column) => column === field))) {
      const value = credentialsValue({ ...parseDeviceLogin(credentials), ...login })
      const body = { ...credentials, credentialsType: 'MQTT_BASIC', credentialsValue: value } as const
      await call('saveDeviceCredentials', { body })
    }
    if (fields.some(isPlace)) await writePlace(context, entity.id.id, place, values)
    return { state: isNewPlace ? 'created' : 'updated' }
  }
}

const isPlace = (field: string): boolean => PLACE_COLUMNS.some((column) => column === field)

/** Returns the given columns of an entry; undefined if it has none of them. */
function some(values: Values, columns: readonly string[]): Values | undefined {
  const given = columns.flatMap((column) => (values[column] === undefined ? [] : [[column, values[column]] as const]))
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

function create({ call, customers }: ImporterContext, name: string, values: Values) {
  const login = { ...newLogin(name), ...some(values, LOGIN_COLUMNS) }
  const { label = '', customer = '' } = values
  return call('saveDeviceWithCredentials', {
    body: {
      device: { name, label, customerId: customers.get(customer)?.id ?? null, additionalInfo: {} },
      credentials: { credentialsType: 'MQTT_BASIC', credentialsId: null, credentialsValue: credentialsValue(login) },
    },
  })
}

/** Saves the device as it was read, with its version, because saving replaces the record. */
async function update({ call, customers }: ImporterContext, read: DeviceInfo, { label, customer }: Values) {
  const device = plainDevice(read)
  const customerId = customer === undefined ? device.customerId : customers.get(customer)?.id
  const unassigned = entityRef('CUSTOMER', NULL_UUID)
  await call('saveDevice', {
    body: { ...device, ...(label !== undefined && { label }), customerId: customerId ?? unassigned },
  })
}

async function fetchPlace({ call }: ImporterContext, deviceId: string): Promise<AttributeSet> {
  const params = { ...ofDevice(deviceId), scope: 'SERVER_SCOPE' } as const
  const attributes = await call('attributes', { params, query: { keys: PLACE_COLUMNS.join() } })
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value as JsonValue]))
}

async function writePlace(context: ImporterContext, deviceId: string, present: AttributeSet, values: Values) {
  const given = some(values, PLACE_COLUMNS)
  if (!given) return
  const { settled } = await writeChange(context.call, {
    ...{ id: crypto.randomUUID(), at: context.nowMs(), by: context.by, from: context.from, deviceId, present },
    scope: 'SERVER_SCOPE',
    values: Object.fromEntries(Object.entries(given).map(([key, value]) => [key, Number(value)])),
  })
  await settled
}
