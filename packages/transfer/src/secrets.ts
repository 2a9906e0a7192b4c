/** Files with what only those may know who bring controllers and people in. */
import { ApiError } from '@greenwave/client/callErrors'
import type { CallApi } from '@greenwave/client/callTypes'
import { csvLine, exactCsvLine } from '@greenwave/contract/csv'
import type { Customer } from '@greenwave/contract/wire/customers'
import pMap from 'p-map'
import { LOGIN_COLUMNS, parseDeviceLogin } from './deviceLogin.ts'
import type { ListEntry } from './entityList.ts'
import { existingDevices, existingUsers } from './existing.ts'

const CALLS_AT_ONCE = 4

/** Returns the logins of the devices of a list, as `greenwave controllers` reads them. */
export async function loginsFile(
  call: CallApi<'tenantDevices' | 'deviceCredentials'>,
  entries: readonly ListEntry[],
): Promise<string> {
  const ids = new Map((await existingDevices(call)).map(({ entity }) => [entity.name, entity.id.id]))
  const there = entries.filter(({ name }) => ids.has(name))
  const line = async ({ name }: ListEntry): Promise<string> => {
    const credentials = await call('deviceCredentials', { params: { deviceId: ids.get(name) ?? '' } })
    const { clientId, userName, password } = parseDeviceLogin(credentials)
    return exactCsvLine([name, clientId, userName, password])
  }
  const lines = await pMap(there, line, { concurrency: CALLS_AT_ONCE })
  return `${exactCsvLine(['name', ...LOGIN_COLUMNS])}${lines.join('')}`
}

/** Returns the activation links of the users of a list who have no password yet. */
export async function linksFile(
  call: CallApi<'customerUsers' | 'activationLinkInfo'>,
  entries: readonly ListEntry[],
  customers: ReadonlyMap<string, Customer>,
): Promise<string> {
  const users = await existingUsers(call, [...customers.values()])
  const ids = new Map(users.map(({ entity }) => [entity.email.toLowerCase(), entity.id.id]))
  const there = entries.filter(({ name }) => ids.has(name.toLowerCase()))
  const line = async ({ name }: ListEntry): Promise<string> => {
    try {
      const link = await call('activationLinkInfo', { params: { userId: ids.get(name.toLowerCase()) ?? '' } })
      return csvLine([name, link.value])
    } catch (error) {
      // Who has a password needs no link.
      if (error instanceof ApiError) return ''
      throw error
    }
  }
  const lines = await pMap(there, line, { concurrency: CALLS_AT_ONCE })
  return `${csvLine(['email', 'link'])}${lines.join('')}`
}
