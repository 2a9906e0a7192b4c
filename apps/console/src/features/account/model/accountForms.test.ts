import { describe, expect, it } from 'vitest'
import { admin } from '../../../texts/default/admin.ts'
import { ChangePasswordSchema } from './changePasswordSchema.ts'
import { ProfileSchema } from './profileSchema.ts'

const texts = admin.account

const profile = { email: 'truc.ban@signal.vn', firstName: 'Trúc', lastName: 'Ban', phone: '+84901234567' }
type Key = keyof typeof texts
const words = (schema: typeof ProfileSchema | typeof ChangePasswordSchema, form: object) =>
  (schema.safeParse(form).error?.issues ?? []).map((issue) => texts[issue.message as Key])

describe('the profile form', () => {
  it.each([
    ['email', '', 'Email is required'],
    ['email', '   ', 'Email is required'],
    ['email', 'truc', 'Please enter a valid email address'],
    ['email', 'truc@signal', 'Please enter a valid email address'],
    ['email', 'truc ban@signal.vn', 'Please enter a valid email address'],
    ['phone', '', 'Phone number is required'],
    ['phone', '0901234567', 'Phone number must be in E.164 format (e.g., {{phone}})'],
    ['phone', '+0901234567', 'Phone number must be in E.164 format (e.g., {{phone}})'],
    ['phone', '+8', 'Phone number must be in E.164 format (e.g., {{phone}})'],
    ['phone', '+1234567890123456', 'Phone number must be in E.164 format (e.g., {{phone}})'],
    ['phone', '+84 901 234 567', 'Phone number must be in E.164 format (e.g., {{phone}})'],
    ['phone', '+84', undefined],
    ['phone', '+123456789012345', undefined],
    ['firstName', ' ', 'First name is required'],
    ['lastName', '', 'Last name is required'],
  ])('answers to %s %j: %j [spec 5 profile] [spec 9 limits]', (field, text, complaint) => {
    expect(words(ProfileSchema, { ...profile, [field]: text })[0]).toBe(complaint)
  })
})

describe('the change-password form', () => {
  it.each([
    ['12345', '12345', ['Password must be at least 6 characters long']],
    ['', '', ['Password must be at least 6 characters long']],
    ['x'.repeat(73), 'x'.repeat(73), ['Password must not exceed 72 characters']],
    ['123456', '654321', ['New passwords do not match']],
    ['123', '', ['Password must be at least 6 characters long', 'New passwords do not match']],
    ['123456', '123456', []],
    ['x'.repeat(72), 'x'.repeat(72), []],
  ])('answers to %j and %j: %j [spec 5 change password] [spec 9 limits]', (newPassword, confirmation, complaints) => {
    expect(words(ChangePasswordSchema, { currentPassword: 'old', newPassword, confirmation })).toEqual(complaints)
  })
})
