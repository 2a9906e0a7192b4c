import { expect, test } from 'vitest'
import { isProxyName, proxyTrust } from './trustedProxies.ts'

test.each([
  ['loopback', true],
  ['10.1.2.3', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['::1', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/8/8', false],
  ['10.0.0.0/', false],
  ['proxy.example', false],
  ['', false],
])('%j names a proxy: %s', (text, expected) => {
  expect(isProxyName(text)).toBe(expected)
})

test.each<[names: string[], address: string, trusted: boolean]>([
  [['loopback'], '127.0.0.1', true],
  [['loopback'], '127.9.9.9', true],
  [['loopback'], '::1', true],
  [['loopback'], '::ffff:127.0.0.1', true],
  [['loopback'], '10.0.0.1', false],
  [['10.0.0.0/8', 'fd00::1'], '10.200.0.1', true],
  [['10.0.0.0/8', 'fd00::1'], 'fd00:0::1', true],
  [['10.0.0.0/8'], '127.0.0.1', false],
  [[], '127.0.0.1', false],
  [['loopback'], 'unknown', false],
])('of proxies %j, %s is trusted: %s', (names, address, trusted) => {
  expect(proxyTrust(names)(address)).toBe(trusted)
})
