import { parseAccessToken } from '@greenwave/client/accessToken'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type RecordedCall, stubPlatform, testToken } from '../../test/stubPlatform.ts'
import type { SessionState } from '../sessionStore.ts'
import { customersQuery, deleteCustomerMutation } from './customers.ts'
import { assignDeviceMutation, deleteDeviceMutation, devicesQuery, unassignDeviceMutation } from './devices.ts'
import { activateUser, createUserMutation, customerUsersQuery, updateUserMutation } from './users.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const CUSTOMER = 'a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10'
const EMPTY = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

function sessionOf(scope: string): SessionState {
  const user = parseAccessToken(testToken({ scope }), () => undefined)
  if (!user) throw new Error('the token of the test cannot be read')
  return { state: 'signedIn', user, isCustomerUser: scope === 'CUSTOMER_USER', isTenantAdmin: scope === 'TENANT_ADMIN' }
}

let client: QueryClient
let calls: RecordedCall[]

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  ;({ calls } = stubPlatform({
    'GET /api/tenant/deviceInfos': EMPTY,
    [`GET /api/customer/${CUSTOMER}/deviceInfos`]: EMPTY,
    'GET /api/customers': EMPTY,
    [`GET /api/customer/${CUSTOMER}/users`]: EMPTY,
  }))
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const asked = () => calls.map(({ method, path, query }) => `${method} ${path}${query.size > 0 ? `?${query}` : ''}`)
/** Runs a mutation and returns the calls that it made. Its answer does not matter here. */
async function ask(run: Promise<unknown>): Promise<string[]> {
  await run.catch(() => undefined)
  return asked()
}

describe('devices', () => {
  const page = { page: 0, pageSize: 100, sortProperty: 'name', sortOrder: 'ASC' } as const

  test('[spec 6 tenant admin] [spec 7 devices] a tenant administrator loads all devices of the tenant', async () => {
    await client.fetchQuery(devicesQuery(sessionOf('TENANT_ADMIN'), page))
    expect(asked()).toEqual(['GET /api/tenant/deviceInfos?page=0&pageSize=100&sortProperty=name&sortOrder=ASC'])
  })

  test('[spec 6 customer user] [spec 7 devices] a customer user loads those of the own customer', async () => {
    await client.fetchQuery(devicesQuery(sessionOf('CUSTOMER_USER'), { ...page, active: true }))
    expect(asked()).toEqual([
      `GET /api/customer/${CUSTOMER}/deviceInfos?page=0&pageSize=100&sortProperty=name&sortOrder=ASC&active=true`,
    ])
  })

  test("[spec 6 other scope] any other scope asks nothing: 'Unauthorized: Invalid user scope'", async () => {
    await expect(client.fetchQuery(devicesQuery(sessionOf('SYS_ADMIN'), page))).rejects.toThrow(
      'Unauthorized: Invalid user scope',
    )
    expect(asked()).toEqual([])
  })

  test('[spec 7 customers] assigning, unassigning and deleting are one call each, without a body', async () => {
    const cache = client.getMutationCache()
    await ask(cache.build(client, assignDeviceMutation).execute({ customerId: CUSTOMER, deviceId: DEVICE }))
    await ask(cache.build(client, unassignDeviceMutation).execute(DEVICE))
    await ask(cache.build(client, deleteDeviceMutation).execute(DEVICE))
    expect(asked()).toEqual([
      `POST /api/customer/${CUSTOMER}/device/${DEVICE}`,
      `DELETE /api/customer/device/${DEVICE}`,
      `DELETE /api/device/${DEVICE}`,
    ])
    expect(calls.map(({ body }) => body)).toEqual([undefined, undefined, undefined])
  })
})

describe('[spec 7 customers] customers and users', () => {
  test('lists ask with paging and sorting, users with a search too', async () => {
    await client.fetchQuery(customersQuery({ page: 1, pageSize: 10, sortProperty: 'title', sortOrder: 'DESC' }))
    await client.fetchQuery(customerUsersQuery(CUSTOMER, { page: 0, pageSize: 10, textSearch: 'a@b' }))
    expect(asked()).toEqual([
      'GET /api/customers?page=1&pageSize=10&sortProperty=title&sortOrder=DESC',
      `GET /api/customer/${CUSTOMER}/users?page=0&pageSize=10&textSearch=a%40b`,
    ])
  })

  test('[spec 7 authentication] creating a user asks for no mail, updating one says nothing of it', async () => {
    const cache = client.getMutationCache()
    await ask(cache.build(client, createUserMutation).execute({ email: 'a@b.vn' }))
    await ask(cache.build(client, updateUserMutation).execute({ email: 'a@b.vn' }))
    expect(asked()).toEqual(['POST /api/user?sendActivationMail=false', 'POST /api/user'])
  })

  test('[spec 7 authentication] activation sends token and password, and drops the tokens of the other user', async () => {
    await ask(activateUser('the-token', 'secret'))
    expect(asked()).toEqual(['POST /api/noauth/activate?sendActivationMail=true'])
    expect(calls[0]?.body).toEqual({ activateToken: 'the-token', password: 'secret' })
  })

  test('deleting a customer makes the lists of customers and of devices old', async () => {
    client.setQueryData(['customers', 'list', {}], EMPTY)
    client.setQueryData(['devices', 'list', {}], EMPTY)
    stubPlatform({ [`DELETE /api/customer/${CUSTOMER}`]: undefined })
    await client.getMutationCache().build(client, deleteCustomerMutation).execute(CUSTOMER)
    expect(client.getQueryState(['customers', 'list', {}])?.isInvalidated).toBe(true)
    expect(client.getQueryState(['devices', 'list', {}])?.isInvalidated).toBe(true)
  })
})
