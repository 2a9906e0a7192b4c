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
  },
  customer: {
    method: 'GET',
    path: '/api/customer/:customerId',
    params: customerId,
    reply: Customer,
  },
  customerShortInfo: {
    method: 'GET',
    path: '/api/customer/:customerId/shortInfo',
    params: customerId,
    reply: CustomerShortInfo,
  },
  saveCustomer: {
    method: 'POST',
    path: '/api/customer',
    query: z.object({ nameConflictPolicy: text }),
    body: CustomerRequest,
    reply: Customer,
    versioned: true,
  },
  deleteCustomer: {
    method: 'DELETE',
    path: '/api/customer/:customerId',
    params: customerId,
  },
})
