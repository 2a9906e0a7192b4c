/** Calls about customers. */
import * as z from 'zod/mini'
import { Customer, CustomerRequest, CustomerShortInfo } from '../customers.ts'
import { PageQuery, pageOf } from '../page.ts'
import { defineCalls } from './call.ts'
import { customerId, text } from './parts.ts'

export const customerCalls = defineCalls({
  customers: {
    method: 'GET',
    path: '/api/customers',
    query: PageQuery,
    reply: pageOf(Customer),
    summary: 'Customers of the tenant',
  },
  customer: {
    method: 'GET',
    path: '/api/customer/:customerId',
    params: customerId,
    reply: Customer,
    summary: 'One customer',
  },
  customerShortInfo: {
    method: 'GET',
    path: '/api/customer/:customerId/shortInfo',
    params: customerId,
    reply: CustomerShortInfo,
    summary: 'One customer, in short',
  },
  saveCustomer: {
    method: 'POST',
    path: '/api/customer',
    query: z.object({ nameConflictPolicy: text }),
    body: CustomerRequest,
    reply: Customer,
    versioned: true,
    summary: 'Create or update a customer',
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/api/customer/:customerId',
    params: customerId,
    summary: 'Delete a customer with its users',
  },
})
