import { infoOf } from '@greenwave/contract/tolerant'
import { deleteCustomer, saveCustomer } from '../entities/customers.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { reachCustomer } from '../entities/reach.ts'
import type { Handlers } from './callTypes.ts'

type CustomerCall = 'customers' | 'customer' | 'customerShortInfo' | 'saveCustomer' | 'deleteCustomer'

export function customerHandlers(deps: EntityDeps): Handlers<CustomerCall> {
  const { store } = deps
  return {
    customers: ({ query, principal }) => store.customers.page(principal.tenantId, pageLink(query, 'customers')),
    customer: ({ params, principal }) => reachCustomer(store, principal, 'customer', params.customerId),
    customerShortInfo: ({ params, principal }) => {
      const customer = reachCustomer(store, principal, 'customerShortInfo', params.customerId)
      return { title: customer.title, isPublic: infoOf(customer.additionalInfo).isPublic === true }
    },
    saveCustomer: ({ body, query, principal }) => saveCustomer(deps, principal, body, query.nameConflictPolicy),
    deleteCustomer: ({ params, principal }) => deleteCustomer(deps, principal, params.customerId),
  }
}
