import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type RecordedCall, stubPlatform } from '../../test/stubPlatform.ts'
import { deleteCustomerMutation } from './customers.ts'
import { assignDeviceMutation, deleteDeviceMutation, unassignDeviceMutation } from './deviceEdits.ts'

const DEVICE = '5b1d0f20-8c1e-11f0-9a55-0f6a3c2b7e10'
const CUSTOMER = 'a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10'
const EMPTY = { data: [], totalPages: 0, totalElements: 0, hasNext: false }

let client: QueryClient
let calls: RecordedCall[]

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  ;({ calls } = stubPlatform({}))
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const asked = () => calls.map(({ method, path }) => `${method} ${path}`)
/** Runs a mutation, whose answer does not matter here. */
const ask = (run: Promise<unknown>) => run.catch(() => undefined)

describe('devices', () => {
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
  test('deleting a customer makes the lists of customers and of devices old', async () => {
    client.setQueryData(['customers', 'list', {}], EMPTY)
    client.setQueryData(['devices', 'list', {}], EMPTY)
    stubPlatform({ [`DELETE /api/customer/${CUSTOMER}`]: undefined })
    await client.getMutationCache().build(client, deleteCustomerMutation).execute(CUSTOMER)
    expect(client.getQueryState(['customers', 'list', {}])?.isInvalidated).toBe(true)
    expect(client.getQueryState(['devices', 'list', {}])?.isInvalidated).toBe(true)
  })
})
