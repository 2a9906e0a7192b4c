/** Fills an empty demonstration, by the calls that a person's console would make. */
import { randomBytes } from 'node:crypto'
import type { ActivationLinkInfo } from '@greenwave/contract/auth'
import { type DeviceCredentials, MqttBasicValue } from '@greenwave/contract/credentials'
import type { Customer } from '@greenwave/contract/customers'
import type { Device, DeviceInfo } from '@greenwave/contract/devices'
import type { Page } from '@greenwave/contract/page'
import { infoOf } from '@greenwave/contract/tolerant'
import type { User } from '@greenwave/contract/users'
import type { AttributeValues } from '@greenwave/controller/attributes'
import { writeSettings } from '@greenwave/controller/settingTable/allSettings'
import { DEMO_PASSWORD } from './demoAccounts.ts'
import { type DemoDistrict, type DemoJunction, DISTRICTS, JUNCTIONS, NEW_CUSTOMER } from './junctions.ts'
import type { PlatformClient } from './platformClient.ts'

/** What a virtual controller of the demonstration signs in with; a line of the simulator's credentials file. */
export interface DemoLogin {
  readonly name: string
  readonly clientId: string
  readonly userName: string
  readonly password: string
  readonly faults: readonly string[]
  readonly abilities?: readonly string[]
  readonly settings?: AttributeValues
}

/** More than the demonstration ever makes of anything. */
const ALL = 'pageSize=1000&page=0'

/**
 * Makes what is missing of customers, their users and the controllers, and leaves what is there as it is; so one that was
 * cut short is simply run again. Resolves with the logins of the controllers that run.
 */
export async function provision(client: PlatformClient, onProgress: (fraction: number) => void): Promise<DemoLogin[]> {
  const customers = new Map<string, Customer>()
  for (const district of Object.values(DISTRICTS)) customers.set(district.title, await ensureDistrict(client, district))
  await ensureCustomer(client, NEW_CUSTOMER)
  const devices = await client.get<Page<DeviceInfo>>(`/api/tenant/deviceInfos?${ALL}`)
  const logins: DemoLogin[] = []
  for (const [index, junction] of JUNCTIONS.entries()) {
    onProgress(index / JUNCTIONS.length)
    const customer = junction.district && customers.get(DISTRICTS[junction.district].title)
    const standing = devices.data.find(({ name }) => name === junction.name)
    const login = standing
      ? await readLogin(client, junction, standing)
      : await createController(client, junction, customer)
    if (!junction.isAwaited) logins.push(login)
  }
  onProgress(1)
  return logins
}

async function ensureDistrict(client: PlatformClient, { title, email, contactName }: DemoDistrict): Promise<Customer> {
  const customer = await ensureCustomer(client, title, email)
  const users = await client.get<Page<User>>(`/api/customer/${customer.id.id}/users?${ALL}`)
  const user =
    users.data.find((other) => other.email === email) ?? (await createUser(client, customer, email, contactName))
  await activate(client, user)
  return customer
}

async function ensureCustomer(client: PlatformClient, title: string, email?: string): Promise<Customer> {
  const standing = await client.get<Page<Customer>>(`/api/customers?${ALL}`)
  const made = standing.data.find((other) => other.title === title)
  if (made) return made
  return client.post<Customer>('/api/customer', {
    title,
    ...(email === undefined ? {} : { email }),
    country: 'Việt Nam',
    city: 'Thành phố Hồ Chí Minh',
    additionalInfo: { description: '' },
  })
}

/** Vietnamese names begin with the family's. */
function createUser(client: PlatformClient, customer: Customer, email: string, fullName: string): Promise<User> {
  const [lastName, ...given] = fullName.split(' ')
  return client.post<User>('/api/user?sendActivationMail=false', {
    email,
    authority: 'CUSTOMER_USER',
    customerId: customer.id,
    firstName: given.join(' '),
    lastName,
  })
}

/** Gives a user that has no password yet the demonstration's. */
async function activate(client: PlatformClient, { id }: User): Promise<void> {
  const { additionalInfo } = await client.get<User>(`/api/user/${id.id}`)
  if (infoOf(additionalInfo).userActivated === true) return
  const link = await client.get<ActivationLinkInfo>(`/api/user/${id.id}/activationLinkInfo`)
  const activateToken = new URL(link.value).searchParams.get('activateToken')
  await client.post('/api/noauth/activate?sendActivationMail=false', { activateToken, password: DEMO_PASSWORD })
}

async function createController(
  client: PlatformClient,
  junction: DemoJunction,
  customer: Customer | undefined,
): Promise<DemoLogin> {
  const { name, label, description } = junction
  const id = name.toLowerCase()
  const login = loginOf(junction, { clientId: id, userName: id, password: randomBytes(12).toString('hex') })
  const { clientId, userName, password } = login
  const device = await client.post<Device>('/api/device-with-credentials', {
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
  })
  await writeSettingsOf(client, junction, device.id.id)
  return login
}

/** The login of a controller that is there already, and its settings if it was made without them. */
async function readLogin(client: PlatformClient, junction: DemoJunction, { id }: Device): Promise<DemoLogin> {
  const credentials = await client.get<DeviceCredentials>(`/api/device/${id.id}/credentials`)
  const value = MqttBasicValue.safeParse(JSON.parse(credentials.credentialsValue ?? '{}')).data
  const settings = await client.get<readonly unknown[]>(attributesPath(id.id, 'values/attributes/SHARED_SCOPE'))
  if (settings.length === 0) await writeSettingsOf(client, junction, id.id)
  return loginOf(junction, {
    clientId: value?.clientId ?? '',
    userName: value?.userName ?? credentials.credentialsId,
    password: value?.password ?? '',
  })
}

function loginOf(
  { name, faults = [], abilities, kept }: DemoJunction,
  credentials: Pick<DemoLogin, 'clientId' | 'userName' | 'password'>,
): DemoLogin {
  return { name, ...credentials, faults, ...(abilities ? { abilities } : {}), ...(kept ? { settings: kept } : {}) }
}

async function writeSettingsOf(client: PlatformClient, junction: DemoJunction, deviceId: string): Promise<void> {
  const { latitude, longitude, settings } = junction
  await client.post(attributesPath(deviceId, 'SERVER_SCOPE'), { latitude, longitude })
  await client.post(attributesPath(deviceId, 'SHARED_SCOPE'), writeSettings(settings))
}

function attributesPath(deviceId: string, rest: string): string {
  return `/api/plugins/telemetry/DEVICE/${deviceId}/${rest}`
}
