import { expect, test } from 'vitest'
import { originOf, parsePushHosts } from './pushHosts.ts'

test('push services are hosts, hosts with any name below them, and origins, however they are written', () => {
  expect(parsePushHosts('Push.example, *.push.example,http://127.0.0.1:8090')).toEqual([
    'push.example',
    '*.push.example',
    'http://127.0.0.1:8090',
  ])
})

test.each([
  '*',
  'a b',
  'push.example/path',
  'https://push.example/path',
  'https://push.example:443',
  'push',
  '',
  'a.b,',
])('%j names none', (text) => {
  expect(parsePushHosts(text)).toBeUndefined()
})

test.each([
  ['https://signals.example', 'https://signals.example'],
  ['https://Signals.example:443/', 'https://signals.example'],
  ['https://signals.example/path', undefined],
  ['https://signals.example?x', undefined],
  ['https://signals.example#x', undefined],
  ['https://me@signals.example', undefined],
  ['ftp://signals.example', undefined],
  ['signals.example', undefined],
])('the origin of %j is %s', (address, origin) => {
  expect(originOf(address)).toBe(origin)
})
