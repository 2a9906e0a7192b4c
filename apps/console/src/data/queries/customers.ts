import { createClient } from '@greenwave/client/createClient'
import { customerCalls } from '@greenwave/contract/wire/calls/customers'
import type { CustomerRequest } from '@greenwave/contract/wire/customers'
import type { PageRequest } from '@greenwave/contract/wire/page'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callDeps } from '../signInApi.ts'
import { deviceKeys } from './devices.ts'

/** Calls the platform about customers. Throws as `callApi` does. */
export const callCustomers = createClient({ ...callDeps, calls: customerCalls })

const customerKeys = {
  all: ['customers'] as const,
  lists: ['customers', 'list'] as const,
  one: (customerId: string) => ['customers', 'one', customerId] as const,
}

/** Reads one page of the tenant's customers. */
export function customersQuery(request: PageRequest) {
  return queryOptions({
    queryKey: [...customerKeys.lists, request],
    queryFn: ({ signal }) => callCustomers('customers', { query: request, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads one customer. */
export function customerQuery(customerId: string) {
  return queryOptions({
    queryKey: customerKeys.one(customerId),
    queryFn: ({ signal }) => callCustomers('customer', { params: { customerId }, signal }),
  })
}

/** Creates a customer, or updates the one with the id in the body. */
export const saveCustomerMutation = mutationOptions({
  mutationFn: (body: CustomerRequest) => callCustomers('saveCustomer', { body }),
  onSuccess: (_customer, _body, _result, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: customerKeys.all }),
      // Devices show their customer's title.
      client.invalidateQueries({ queryKey: deviceKeys.all }),
    ]),
})

/** Deletes a customer with its users. Its devices become unassigned. */
export const deleteCustomerMutation = mutationOptions({
  mutationFn: (customerId: string) => callCustomers('deleteCustomer', { params: { customerId } }),
  onSuccess: (_reply, customerId, _result, { client }) => {
    client.removeQueries({ queryKey: customerKeys.one(customerId) })
    return Promise.all([
      client.invalidateQueries({ queryKey: customerKeys.lists }),
      client.invalidateQueries({ queryKey: deviceKeys.all }),
    ])
  },
})
