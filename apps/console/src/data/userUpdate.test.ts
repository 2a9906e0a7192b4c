import type { User } from '@greenwave/contract/users'
import { describe, expect, it } from 'vitest'
import { userFields, userUpdate } from './userUpdate.ts'

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
