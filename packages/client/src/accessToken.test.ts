import { AccessClaims } from '@greenwave/contract/wire/auth'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import { parseTolerantly } from '@greenwave/contract/wire/tolerant'
import { expect, test } from 'vitest'
import { parseAccessToken } from './accessToken.ts'
import { testToken } from './testing/testTokens.ts'

test('[spec 3 session user] the session user is what the claims of the access token say', () => {
  const token = testToken({ issuedAtMs: 1_767_312_000_000, lifeMs: 9_000_000, email: 'trúc.bản@signal.vn' })
  expect(parseAccessToken(token, () => undefined)).toEqual({
    email: 'trúc.bản@signal.vn',
    userId: '0c2f7c10-8c1f-11f0-9a55-0f6a3c2b7e10',
    scopes: ['TENANT_ADMIN'],
    sessionId: 'b6f0a1de-1f0c-4b57-9f0a-6f2f7e1c9d55',
    tenantId: '9a0e4d30-8c1e-11f0-9a55-0f6a3c2b7e10',
    customerId: NULL_UUID,
    enabled: true,
    isPublic: false,
    issuedAt: 1_767_312_000_000,
    expiresAt: 1_767_321_000_000,
    issuer: 'thingsboard.io',
  })
})

test('unknown claims are accepted; an odd one that is not essential is remarked', () => {
  const [head, claims = '', signature] = testToken().split('.')
  const grown = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sessionId: 7, ofTomorrow: {} }
  const token = [head, Buffer.from(JSON.stringify(grown)).toString('base64url'), signature].join('.')
  const odd: string[] = []
  expect(parseAccessToken(token, (remark) => odd.push(remark))).toMatchObject({ sessionId: '', isPublic: false })
  expect(odd).toEqual(['an access token: sessionId cannot be read and is passed over'])
})

test.each([
  '',
  '.',
  'a.b.c',
  'a.!!!.c',
  `a.${Buffer.from('[]').toString('base64url')}.c`,
  `a.${Buffer.from('{"sub":1}').toString('base64url')}.c`,
])('what is no access token has no user: %j', (token) => {
  expect(parseAccessToken(token, () => undefined)).toBeUndefined()
})

test('every claim, odd or missing, is read as the schema of the contract reads it', () => {
  const [head, usual = '', signature] = testToken().split('.')
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(usual, 'base64url').toString())
  const odd = [undefined, null, '', 'true', 7, 1.5, true, [], ['a'], [5], {}, NULL_UUID.toUpperCase(), `${NULL_UUID}0`]
  for (const name of [
    'sub',
    'userId',
    'scopes',
    'sessionId',
    'tenantId',
    'customerId',
    'enabled',
    'isPublic',
    'iat',
    'exp',
    'iss',
  ])
    for (const value of odd) {
      const given = { ...claims, [name]: value }
      const remarks: string[][] = [[], []]
      const read = parseAccessToken(
        [head, Buffer.from(JSON.stringify(given)).toString('base64url'), signature].join('.'),
        (remark) => remarks[0]?.push(remark),
      )
      const { data } = parseTolerantly(AccessClaims, JSON.parse(JSON.stringify(given)), (remark) =>
        remarks[1]?.push(remark),
      )
      expect([name, value, read && { ...read }, remarks[0]]).toEqual([
        name,
        value,
        data && {
          email: data.sub,
          userId: data.userId,
          scopes: data.scopes,
          sessionId: data.sessionId,
          tenantId: data.tenantId,
          customerId: data.customerId,
          enabled: data.enabled,
          isPublic: data.isPublic,
          issuedAt: data.iat * 1000,
          expiresAt: data.exp * 1000,
          issuer: data.iss,
        },
        data ? remarks[1] : [],
      ])
    }
})
