import { createECDH, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { pushKeyOf } from './pushKey.ts'

test('the key for web push follows from the signing key alone, and is a key of its curve', () => {
  const signingKey = randomBytes(64)
  const key = pushKeyOf(signingKey)
  expect(pushKeyOf(signingKey)).toBe(key)
  expect(pushKeyOf(randomBytes(64))).not.toBe(key)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.from(key, 'base64url'))
  expect(pair.getPublicKey()).toHaveLength(65)
  expect(Buffer.from(key, 'base64url').equals(signingKey.subarray(0, 32))).toBe(false)
})
