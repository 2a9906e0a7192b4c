import { describe, expect, it } from 'vitest'
import { admin } from '../../../texts/default/admin.ts'
import { EMPTY_USER_FORM, newUserRequest, SetPasswordForm, UserForm } from './userForm.ts'

const texts = admin.users

const TENANT = '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10'
const CUSTOMER = 'a4b3b6c0-8c1e-11f0-9a55-0f6a3c2b7e10'

describe('the user form', () => {
  it.each([
    ['', 'emailRequired'],
    ['  ', 'emailRequired'],
    ['truc', 'emailInvalid'],
    ['trúc@signal.vn', 'emailInvalid'],
    ['truc.ban@signal.vn', undefined],
  ])('judges the e-mail %j: %j [spec 5 user]', (email, complaint) => {
    expect(UserForm.safeParse({ ...EMPTY_USER_FORM, email }).error?.issues[0]?.message).toBe(complaint)
  })

  it('says what is wrong in words [spec 5 user]', () => {
    expect(texts.emailRequired).toBe('Email is required')
    expect(texts.emailInvalid).toBe('Please enter a valid email address')
  })

  it('a new user belongs to the customer and carries the defaults of additionalInfo [spec 3 user] [spec 7 authentication]', () => {
    expect(newUserRequest({ email: ' a@b.vn ', firstName: 'Trúc', lastName: '', phone: '' }, TENANT, CUSTOMER)).toEqual(
      {
        email: 'a@b.vn',
        firstName: 'Trúc',
        lastName: '',
        phone: '',
        authority: 'CUSTOMER_USER',
        tenantId: { entityType: 'TENANT', id: TENANT },
        customerId: { entityType: 'CUSTOMER', id: CUSTOMER },
        additionalInfo: {
          description: '',
          defaultDashboardId: null,
          defaultDashboardFullscreen: false,
          homeDashboardId: null,
          homeDashboardHideToolbar: true,
        },
      },
    )
  })
})

describe('the set-password form', () => {
  it.each([
    ['12345', '12345', ['Password must be between 6 and 72 characters']],
    ['', '', ['Password must be between 6 and 72 characters']],
    ['x'.repeat(73), 'x'.repeat(73), ['Password must be between 6 and 72 characters']],
    ['123456', '123457', ['Passwords do not match']],
    ['12345', '', ['Password must be between 6 and 72 characters', 'Passwords do not match']],
    ['123456', '123456', []],
    ['x'.repeat(72), 'x'.repeat(72), []],
  ])('answers to %j and %j: %j [spec 5 set password] [spec 9 limits]', (password, confirmation, words) => {
    const issues = SetPasswordForm.safeParse({ password, confirmation }).error?.issues ?? []
    expect(issues.map((issue) => texts[issue.message as 'passwordLength' | 'passwordsDiffer'])).toEqual(words)
  })
})
