import { infoOf } from '@greenwave/contract/wire/tolerant'
import { deleteCustomer, saveCustomer } from '../entities/customers.ts'
import type { EntityDeps } from '../entities/entityDeps.ts'
import { pageLink } from '../entities/pageLinks.ts'
import { handlersOf, policiesOf } from './callTypes.ts'
import { CUSTOMER_SORTS } from '../store/customers.ts'
import { admins, tenantAdmins, watchers } from '../access/permissions.ts'

/** Policies of the calls about customers. */
export const customerPolicies = policiesOf({
  customers: { may: admins, summary: 'Customers of the tenant' },
  customer: { may: watchers, summary: 'One customer' },
  customerShortInfo: { may: watchers, summary: 'One customer, in short' },
  saveCustomer: {
    may: tenantAdmins,
    summary: 'Create or update a customer',
    records: 'ADDED',
    example: { title: 'District 1' },
  },
  deleteCustomer: { may: tenantAdmins, summary: 'Delete a customer with its users', records: 'DELETED' },
})

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
