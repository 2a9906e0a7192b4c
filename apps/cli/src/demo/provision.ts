/** @file Fills an empty demonstration with the calls that a user's console would make. */
import { randomBytes, randomUUID } from 'node:crypto'
import { writeChange } from '@greenwave/changes/writeChange'
import type { CallApi } from '@greenwave/client/callTypes'
import { CORRIDOR_TYPE, writeCorridor } from '@greenwave/contract/records/corridors'
import { MqttBasicValue } from '@greenwave/contract/wire/credentials'
import type { Customer } from '@greenwave/contract/wire/customers'
import { FROM_DEMONSTRATION } from '@greenwave/contract/wire/demonstration'
import type { Device } from '@greenwave/contract/wire/devices'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { infoOf } from '@greenwave/contract/wire/tolerant'
import type { User } from '@greenwave/contract/wire/users'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { CORRIDORS, corridorContent } from './corridors.ts'
import {
  type DemoDistrict,
  type DemoJunction,
  DISTRICTS,
  earlierSettings,
  JUNCTIONS,
  NEW_CUSTOMER,
} from './junctions.ts'
import { siteOf } from './sites.ts'

/** The credentials of a virtual controller; a line of the simulator's credentials file. */
export interface DemoLogin {
  readonly name: string
  readonly clientId: string
  readonly userName: string
  readonly password: string
  readonly faults: readonly string[]
  readonly abilities?: readonly string[]
  readonly display?: string
  readonly actuated?: string
  readonly settings?: AttributeValues
}

/** More than the demonstration ever has of anything. */
const ALL = { pageSize: 1000, page: 0 }

/**
 * Creates missing customers, users, controllers and corridors, and leaves existing ones as they are; so an interrupted run can
 * simply be repeated. All accounts get this password. Resolves with the credentials of the controllers to run.
 *
 * @param hasPast whether junctions had settings before: the first ones that are written here follow those
 */
export async function provision(
  call: CallApi,
  password: string,
  hasPast: boolean,
  onProgress: (fraction: number) => void,
): Promise<DemoLogin[]> {
  const customers = new Map<string, Customer>()
  for (const district of Object.values(DISTRICTS))
    customers.set(district.title, await ensureDistrict(call, district, password))
  await ensureCustomer(call, NEW_CUSTOMER)
  const devices = await call('tenantDevices', { query: ALL })
  const logins: DemoLogin[] = []
  for (const [index, junction] of JUNCTIONS.entries()) {
    onProgress(index / JUNCTIONS.length)
    const customer = junction.district && customers.get(DISTRICTS[junction.district].title)
    const existing = devices.data.find(({ name }) => name === junction.name)
    const login = existing
      ? await fetchLogin(call, junction, existing, hasPast)
      : await createController(call, junction, customer, hasPast)
    if (!junction.isAwaited) logins.push(login)
  }
  await ensureCorridors(call, customers)
  onProgress(1)
  return logins
}

async function ensureDistrict(
  call: CallApi,
  { title, email, contactName }: DemoDistrict,
  password: string,
): Promise<Customer> {
  const customer = await ensureCustomer(call, title, email)
  const users = await call('customerUsers', { params: { customerId: customer.id.id }, query: ALL })
  const user =
    users.data.find((other) => other.email === email) ?? (await createUser(call, customer, email, contactName))
  await activate(call, user, password)
  return customer
}

async function ensureCustomer(call: CallApi, title: string, email?: string): Promise<Customer> {
  const existing = await call('customers', { query: ALL })
  const made = existing.data.find((other) => other.title === title)
  if (made) return made
  return call('saveCustomer', {
    body: {
      title,
      ...(email === undefined ? {} : { email }),
      country: 'Việt Nam',
      city: 'Thành phố Hồ Chí Minh',
      additionalInfo: { description: '' },
    },
  })
}

async function ensureCorridors(call: CallApi, customers: ReadonlyMap<string, Customer>): Promise<void> {
  const [existing, devices] = await Promise.all([
    call('tenantAssets', { query: { ...ALL, type: CORRIDOR_TYPE } }),
    call('tenantDevices', { query: ALL }),
  ])
  const ids = new Map(devices.data.map(({ name, id }) => [name, id.id]))
  for (const corridor of CORRIDORS) {
    const { name, district, places } = corridor
    // A user may have deleted one of its junctions.
    if (existing.data.some((other) => other.name === name) || !places.every(({ junction }) => ids.has(junction)))
      continue
    const customer = district && customers.get(DISTRICTS[district].title)
    const content = corridorContent(corridor, (junction) => ids.get(junction) ?? '')
    await call('saveAsset', {
      query: {},
      body: {
        name,
        type: CORRIDOR_TYPE,
        customerId: customer?.id ?? null,
        additionalInfo: writeCorridor({}, content),
      },
    })
  }
}

/** Vietnamese names begin with the family name. */
function createUser(call: CallApi, customer: Customer, email: string, fullName: string): Promise<User> {
  const [lastName, ...given] = fullName.split(' ')
  return call('saveUser', {
    query: { sendActivationMail: 'false' },
    body: { email, authority: 'CUSTOMER_USER', customerId: customer.id, firstName: given.join(' '), lastName },
  })
}

/** Sets the password of a user who has none yet. */
async function activate(call: CallApi, { id }: User, password: string): Promise<void> {
  const { additionalInfo } = await call('user', { params: { userId: id.id } })
  if (infoOf(additionalInfo).userActivated === true) return
  const link = await call('activationLinkInfo', { params: { userId: id.id } })
  const activateToken = new URL(link.value).searchParams.get('activateToken') ?? ''
  await call('activate', { query: { sendActivationMail: 'false' }, body: { activateToken, password } })
}

async function createController(
  call: CallApi,
  junction: DemoJunction,
  customer: Customer | undefined,
  hasPast: boolean,
): Promise<DemoLogin> {
  const { name, label, description } = junction
  const id = name.toLowerCase()
  const login = loginOf(junction, { clientId: id, userName: id, password: randomBytes(12).toString('hex') })
  const { clientId, userName, password } = login
  const device = await call('saveDeviceWithCredentials', {
    body: {
      device: {
        name,
        label,
        customerId: customer?.id ?? null,
        additionalInfo: { gateway: false, overwriteActivityTime: false, description },
      },
      credentials: {
        credentialsType: 'MQTT_BASIC',
        credentialsId: null,
        credentialsValue: JSON.stringify({ clientId, userName, password }),
      },
    },
  })
  await writeSettingsOf(call, junction, device.id.id, hasPast)
  return login
}

/** Returns the credentials of an existing controller, and writes its settings if they are missing. */
async function fetchLogin(call: CallApi, junction: DemoJunction, { id }: Device, hasPast: boolean): Promise<DemoLogin> {
  const credentials = await call('deviceCredentials', { params: { deviceId: id.id } })
  const value = MqttBasicValue.safeParse(JSON.parse(credentials.credentialsValue ?? '{}')).data
  const settings = await call('attributes', { params: { ...ofDevice(id.id), scope: 'SHARED_SCOPE' } })
  if (settings.length === 0) await writeSettingsOf(call, junction, id.id, hasPast)
  return loginOf(junction, {
    clientId: value?.clientId ?? '',
    userName: value?.userName ?? credentials.credentialsId,
    password: value?.password ?? '',
  })
}

function loginOf(
  { name, faults = [], abilities, display, actuated, kept }: DemoJunction,
  credentials: Pick<DemoLogin, 'clientId' | 'userName' | 'password'>,
): DemoLogin {
  return {
    name,
    ...credentials,
    faults,
    ...(abilities ? { abilities } : {}),
    ...(display ? { display } : {}),
    ...(actuated ? { actuated: actuated.join('-') } : {}),
    ...(kept ? { settings: kept } : {}),
  }
}

async function writeSettingsOf(
  call: CallApi,
  junction: DemoJunction,
  deviceId: string,
  hasPast: boolean,
): Promise<void> {
  const { latitude, longitude, settings } = junction
  const { id, email } = await call('currentUser', {})
  // A change has its time for itself on its device.
  const nowMs = Date.now()
  const change = {
    deviceId,
    by: { id: id.id, name: email },
    from: FROM_DEMONSTRATION,
    why: 'Set up',
    present: {},
  }
  const place = {
    ...change,
    id: randomUUID(),
    at: nowMs,
    scope: 'SERVER_SCOPE',
    values: { latitude, longitude, ...siteOf(junction) },
  } as const
  const timing = {
    ...change,
    id: randomUUID(),
    at: nowMs + 1,
    scope: 'SHARED_SCOPE',
    present: hasPast && !junction.isAwaited ? earlierSettings(junction) : {},
    values: writeSettings(settings),
  } as const
  for (const one of [place, timing]) await (await writeChange(call, one)).settled
}
