import { createECDH, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPushAddress, PUSH_HOSTS, publicKeyOf } from './push.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://db5p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilpush.apple.com.example', false],
  ['https://push.apple.com.evil.example', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['not an address', false],
])('%s is called: %s', (endpoint, is) => {
  expect(isPushAddress(endpoint, PUSH_HOSTS)).toBe(is)
})

test('an installation may name its own push services, by host or by origin, and nothing else is called then', () => {
  const hosts = ['push.example', '*.push.example', 'http://127.0.0.1:8090']
  for (const endpoint of ['https://push.example/1', 'https://a.push.example/1', 'http://127.0.0.1:8090/1']) {
    expect(isPushAddress(endpoint, hosts)).toBe(true)
  }
  for (const endpoint of ['http://127.0.0.1:8091/1', 'https://127.0.0.1:8090/1', 'https://fcm.googleapis.com/1']) {
    expect(isPushAddress(endpoint, hosts)).toBe(false)
  }
})

test('whatever the address, only hosts that are named are called', () => {
  fc.assert(
    fc.property(fc.webUrl({ validSchemes: ['http', 'https'], withQueryParameters: true }), (endpoint) => {
      expect(isPushAddress(endpoint, PUSH_HOSTS)).toBe(false)
    }),
  )
})

test('a public key follows from its private one; anything else is no key', () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  expect(publicKeyOf(pair.getPrivateKey('base64url'))).toBe(pair.getPublicKey('base64url'))
  for (const odd of ['', 'short', randomBytes(64).toString('base64url')]) expect(publicKeyOf(odd)).toBeUndefined()
})
