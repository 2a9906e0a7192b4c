/** @file Creates what attacks and probes need on the platform before they begin. */

import { randomUUID } from 'node:crypto'
import { ofDevice } from '@greenwave/contract/wire/ids'
import { Api, type DeviceLogin } from '@greenwave/harness/api'
import type { Target } from './attack.ts'

/** A device and its controller's credentials. */
export interface MadeDevice {
  readonly id: string
  readonly login: DeviceLogin
}

/** A customer with one user and one device. */
export interface MadeCustomer {
  readonly user: { readonly email: string; readonly password: string }
  readonly device: MadeDevice
}

/** Signs in as the tenant administrator. */
export function adminOf({ url, admin }: Target): Promise<Api> {
  return Api.signIn(url, admin.email, admin.password)
}

/** Creates devices that are not assigned to a customer. */
export async function makeDevices(api: Api, count: number): Promise<MadeDevice[]> {
  const made: MadeDevice[] = []
  for (let i = 0; i < count; i++) made.push(await makeDevice(api))
  return made
}

async function makeDevice(api: Api, traits: Partial<Parameters<Api['createDevice']>[0]> = {}): Promise<MadeDevice> {
  const name = randomUUID()
  const login: DeviceLogin = { clientId: name, userName: `user-${name}`, password: `password-${name}` }
  const device = await api.createDevice({ name, label: 'soak', ...traits }, login)
  return { id: device.id.id, login }
}

/** Creates a customer with one user and one device. */
export async function makeCustomer(api: Api): Promise<MadeCustomer> {
  const title = randomUUID()
  const customer = await api.createCustomer(title)
  // A password may not contain the name of the account.
  const user = { email: `${title}@soak.test`, password: randomUUID() }
  await api.createCustomerUser(customer, user.email, user.password)
  return { user, device: await makeDevice(api, { customer }) }
}

/** Stores `messages` of `keys` small values each, one second apart; resolves with their range of time. */
export async function storeHistory(
  api: Api,
  deviceId: string,
  { messages, keys }: { readonly messages: number; readonly keys: number },
): Promise<{ readonly startTs: number; readonly endTs: number }> {
  const endTs = Math.floor(Date.now() / 1000) * 1000
  const startTs = endTs - messages * 1000
  const atOnce = 1000
  for (let from = 0; from < messages; from += atOnce) {
    const body = Array.from({ length: Math.min(atOnce, messages - from) }, (_, i) => ({
      ts: startTs + (from + i) * 1000,
      values: Object.fromEntries(keyNames(keys).map((key, nth) => [key, (from + i + nth) % 1000])),
    }))
    await api.call('saveTimeseries', { params: { ...ofDevice(deviceId), scope: 'ANY' }, body })
  }
  return { startTs, endTs }
}

/** Returns the names of the first keys of a device: `k0`, `k1`, … */
export function keyNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `k${i}`)
}
