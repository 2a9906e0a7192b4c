import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isWanting, joinedClaims, provedPerson } from './provedPerson.ts'
import type { ProviderOptions } from './providerOptions.ts'

const options: ProviderOptions = {
  ...{
    issuer: 'https://id.city.example',
    clientId: 'greenwave',
    clientSecret: undefined,
    name: 'City',
    scopes: 'openid',
  },
  ...{ creates: 'never', customerClaim: 'groups', trustsEmail: false, sessionLifetimeMs: 1 },
  administrators: { claim: 'realm_access.roles', role: 'admin' },
}
const person = (claims: object, more: Partial<ProviderOptions> = {}) =>
  provedPerson({ sub: 's', ...claims }, { ...options, ...more })

it('an address counts when the provider says that it is verified, or when the operator says that all are', () => {
  const email = 'lan@city.vn'
  expect(person({ email, email_verified: true }).email).toBe(email)
  expect(person({ email, email_verified: 'true' }).email).toBe(email)
  for (const email_verified of [undefined, null, false, 'false', 1]) {
    expect(person({ email, email_verified }).email).toBeUndefined()
  }
  expect(person({ email }, { trustsEmail: true }).email).toBe(email)
  expect(person({ email, email_verified: false }, { trustsEmail: true }).email).toBeUndefined()
  expect(person({ email: 'no address', email_verified: true }).email).toBeUndefined()
})

it('claims are found by name or within others, and hold one text or several', () => {
  expect(person({ realm_access: { roles: ['staff', 'admin'] }, groups: 'Quận 1' })).toMatchObject({
    isAdministrator: true,
    customers: ['Quận 1'],
  })
  expect(person({ 'realm_access.roles': 'admin', groups: ['a', 7, '', 'b'] })).toMatchObject({
    isAdministrator: true,
    customers: ['a', 'b'],
  })
  expect(person({ realm_access: 'admin' })).toMatchObject({ isAdministrator: false, customers: [] })
  expect(person({}, { customerClaim: undefined, administrators: undefined })).toMatchObject({
    isAdministrator: undefined,
    customers: undefined,
  })
})

it('the provider is asked for more while something is missing', () => {
  const whole = { email: 'a@b.vn', email_verified: false, groups: [], realm_access: { roles: [] } }
  expect(isWanting(whole, options)).toBe(false)
  for (const name of Object.keys(whole)) expect(isWanting({ ...whole, [name]: undefined }, options)).toBe(true)
})

it('an address and its verification come from one source, and whoever says that it is not verified is believed', () => {
  const email = 'lan@city.vn'
  const other = 'minh@city.vn'
  const trusting = { ...options, trustsEmail: true }
  const emailOf = (identity: object, more: object) =>
    provedPerson(joinedClaims({ ...identity }, { ...more }), trusting).email
  expect(emailOf({ email }, { email: other, email_verified: true })).toBe(other)
  expect(emailOf({ email, email_verified: true }, { email: other })).toBe(email)
  expect(emailOf({}, { email: other })).toBe(other)
  expect(provedPerson(joinedClaims({ email }, { email_verified: true }), options).email).toBeUndefined()
  for (const email_verified of [false, 'false']) {
    expect(emailOf({ email }, { email_verified })).toBeUndefined()
    expect(emailOf({ email_verified }, { email, email_verified: true })).toBeUndefined()
  }
  expect(joinedClaims({ sub: 's', groups: ['a'] }, { groups: ['b'], given_name: 'Lan' })).toMatchObject({
    ...{ sub: 's', groups: ['a'], given_name: 'Lan' },
  })
})

it('a session whose name is too long has none', () => {
  expect(person({ sid: 's'.repeat(300) }).session).toBe('')
  expect(person({ sid: 's' }).session).toBe('s')
})

it('whatever a provider states, no role, customer or address comes of anything but texts', () => {
  const claims = fc.dictionary(
    fc.constantFrom('sub', 'sid', 'email', 'email_verified', 'groups', 'realm_access', 'given_name', '__proto__'),
    fc.anything(),
  )
  fc.assert(
    fc.property(claims, (stated) => {
      const { email, customers = [], firstName } = provedPerson(stated, options)
      expect(email === undefined || email === stated.email).toBe(true)
      expect([stated.groups].flat()).toEqual(expect.arrayContaining([...customers]))
      expect(firstName === null || String(stated.given_name).trim() === firstName).toBe(true)
    }),
    { numRuns: 200 },
  )
})
