import type { Customer } from '@greenwave/contract/wire/customers'
import { describe, expect, it } from 'vitest'
import { admin } from '../../../texts/default/admin.ts'
import { CustomerForm, customerFormValues, customerRequest } from './customerForm.ts'

const texts = admin.customers

const empty = customerFormValues()
const complaints = (form: typeof empty) =>
  CustomerForm.safeParse(form).error?.issues.map((issue) => issue.message) ?? []

const stored: Customer = {
  id: { entityType: 'CUSTOMER', id: 'a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10' },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10' },
  title: 'Quận 7',
  name: 'Quận 7',
  city: 'Hồ Chí Minh',
  email: null,
  version: 2,
  additionalInfo: { description: 'kept' },
}

describe('the customer form', () => {
  it('requires a title; spaces alone are no title [spec 5 customer]', () => {
    expect(complaints(empty)).toEqual(['titleRequired'])
    expect(complaints({ ...empty, title: '   ' })).toEqual(['titleRequired'])
    expect(complaints({ ...empty, title: 'Quận 7 🚦 <b>' })).toEqual([])
    expect(texts.titleRequired).toBe('Title is required')
  })

  it('takes an empty e-mail or a well-formed one', () => {
    expect(complaints({ ...empty, title: 'a', email: 'd7@signal.vn' })).toEqual([])
    expect(complaints({ ...empty, title: 'a', email: 'd7' })).toEqual(['emailInvalid'])
  })

  it('refuses a title of 256 characters and takes one of 255', () => {
    expect(complaints({ ...empty, title: 'x'.repeat(256) })).toEqual(['tooLong'])
    expect(complaints({ ...empty, title: 'x'.repeat(255) })).toEqual([])
  })

  it('an update posts back the whole customer with id and version [spec 7 customers]', () => {
    const values = { ...customerFormValues(stored), title: ' Quận Bảy ' }
    expect(customerRequest(values, stored)).toMatchObject({
      id: stored.id,
      version: 2,
      additionalInfo: { description: 'kept' },
      title: 'Quận Bảy',
      city: 'Hồ Chí Minh',
    })
  })

  it('a new customer has no id [spec 7 customers]', () => {
    expect(customerRequest({ ...empty, title: 'Quận 7' })).not.toHaveProperty('id')
  })
})
