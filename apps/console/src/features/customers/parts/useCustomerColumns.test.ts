import { describe, expect, it } from 'vitest'
import { locationText } from './useCustomerColumns.tsx'

describe('locationText', () => {
  it.each([
    [{ city: 'Thủ Đức', state: 'Hồ Chí Minh', country: 'Việt Nam' }, 'Thủ Đức, Hồ Chí Minh, Việt Nam'],
    [{ city: 'Huế', state: null, country: 'Việt Nam' }, 'Huế, Việt Nam'],
    [{ city: '  ', state: '', country: 'Việt Nam' }, 'Việt Nam'],
    [{ city: null, state: undefined, country: null }, ''],
    [{}, ''],
  ])('joins city, state and country of %j as %j [spec 2 customers]', (place, text) => {
    expect(locationText(place)).toBe(text)
  })
})
