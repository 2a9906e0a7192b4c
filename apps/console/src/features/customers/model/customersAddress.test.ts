import { describe, expect, it } from 'vitest'
import { CustomersAddress } from './customersAddress.ts'

describe('the address of the customer list', () => {
  it('starts at the first page of ten, by creation time, ascending [spec 2 customers] [spec 9 limits]', () => {
    expect(CustomersAddress.parse({})).toEqual({ page: 0, pageSize: 10, sortProperty: 'createdTime', sortOrder: 'ASC' })
  })

  it.each(['title', 'email', 'createdTime'])('can be sorted by %s [spec 2 customers]', (sortProperty) => {
    expect(CustomersAddress.parse({ sortProperty, sortOrder: 'DESC' })).toMatchObject({
      sortProperty,
      sortOrder: 'DESC',
    })
  })
})
