import { infoOf } from '@greenwave/contract/wire/tolerant'
import { deleteCustomer, saveCustomer } from '../entities/customers.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { handlersOf } from './callTypes.ts'
import { CUSTOMER_SORTS } from '../store/customers.ts'

/** Returns the handlers of the calls about customers. */
export const customerHandlers = (deps: EntityDeps) =>
  handlersOf({
    customers: ({ query, principal }) => deps.store.customers.page(principal.tenantId, pageLink(query, CUSTOMER_SORTS)),
    customer: ({ params, reach }) => reach.customer(params.customerId),
    customerShortInfo: ({ params, reach }) => {
      const { title, additionalInfo } = reach.customer(params.customerId)
      return { title, isPublic: infoOf(additionalInfo).isPublic === true }
    },
    saveCustomer: (input) => saveCustomer(deps, input, input.body, input.query.nameConflictPolicy),
    deleteCustomer: ({ params, principal, reach }) =>
      deleteCustomer(deps, principal, reach.customer(params.customerId)),
  })
