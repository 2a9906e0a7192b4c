import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEVICE_SORT_PROPERTIES, DevicesAddress } from './devicesAddress.ts'

const STANDARD = { page: 0, pageSize: 10, sortProperty: 'name', sortOrder: 'ASC' }

describe('the address of the device list', () => {
  it.each([
    [{}, STANDARD],
    [
      { page: 3, pageSize: 25, sortProperty: 'active', sortOrder: 'DESC' },
      { page: 3, pageSize: 25, sortProperty: 'active', sortOrder: 'DESC' },
    ],
    [{ page: -1, pageSize: 0, sortProperty: 'password', sortOrder: 'asc' }, STANDARD],
    [{ page: 1.5, pageSize: 100_000, sortProperty: 7, sortOrder: null }, STANDARD],
    [{ page: 'two', pageSize: '10' }, STANDARD],
    [{ textSearch: 'huệ' }, { ...STANDARD, textSearch: 'huệ' }],
    [{ textSearch: 12 }, { ...STANDARD, textSearch: '12' }],
    [{ textSearch: { a: 1 } }, STANDARD],
  ])('reads %j as %j [spec 2 devices] [spec 9 limits]', (typed, read) => {
    expect(DevicesAddress.parse(typed)).toEqual(read)
  })

  it('reads any input as a valid address [spec 2 devices]', () => {
    fc.assert(
      fc.property(fc.object(), (typed) => {
        const address = DevicesAddress.parse(typed)
        expect(Number.isInteger(address.page) && address.page >= 0).toBe(true)
        expect(DEVICE_SORT_PROPERTIES).toContain(address.sortProperty)
        expect(DevicesAddress.parse(address)).toEqual(address)
      }),
    )
  })
})
