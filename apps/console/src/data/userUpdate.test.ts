import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import type { User } from '@greenwave/contract/wire/users'
import { describe, expect, it } from 'vitest'
import { rulesUpdate, updateBase, userFields, userUpdate } from './userUpdate.ts'

const read: User = {
  id: { entityType: 'USER', id: '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10' },
  createdTime: 1767225600000,
  tenantId: { entityType: 'TENANT', id: '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10' },
  customerId: { entityType: 'CUSTOMER', id: 'a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10' },
  email: 'truc.ban@signal.vn',
  name: 'truc.ban@signal.vn',
  authority: 'CUSTOMER_USER',
  firstName: 'Truc',
  lastName: null,
  phone: '+84901234567',
  version: 4,
  additionalInfo: {
    description: 'kept',
    homeDashboardHideToolbar: true,
    userCredentialsEnabled: true,
    userActivated: true,
    lastLoginTs: 1767312000123,
  },
}

describe('userUpdate', () => {
  it('posts back the whole user with its version, and not what the platform computes on reading [spec 3 user]', () => {
    expect(userUpdate(read, { ...userFields(read), lastName: ' Ban ' })).toEqual({
      ...read,
      lastName: 'Ban',
      additionalInfo: { description: 'kept', homeDashboardHideToolbar: true },
    })
  })

  it('leaves a user without additionalInfo without one', () => {
    expect(userUpdate({ ...read, additionalInfo: null }, userFields(read)).additionalInfo).toBeNull()
  })
})

describe('rulesUpdate', () => {
  it('posts back the whole user with other rules, and not what the platform computes on reading', () => {
    const rules = parseNotifyRules({ gw: { notify: { email: true } } }) as NotifyRules
    expect(rulesUpdate(read, rules)).toEqual({
      ...read,
      additionalInfo: { description: 'kept', homeDashboardHideToolbar: true, gw: { notify: rules } },
    })
  })
})

describe('updateBase', () => {
  const newer = { ...read, version: 5 }

  it('is what was saved meanwhile elsewhere, if the form shows the same of it', () => {
    expect(updateBase(read, newer, () => true)).toBe(newer)
  })

  it('is what the form read if somebody changed that, or nothing newer is known', () => {
    expect(updateBase(read, newer, () => false)).toBe(read)
    expect(updateBase(newer, read, () => true)).toBe(newer)
    expect(updateBase(read, undefined, () => true)).toBe(read)
  })
})
