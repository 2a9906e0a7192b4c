import { describe, expect, it, test } from 'vitest'
import { isImageHost, pagePolicy } from './pagePolicy.ts'

const page = {
  nonce: 'r4nd0m',
  host: 'signals.city.example',
  isTls: true,
  tileUrl: 'https://tile.example/{z}/{x}/{y}.png',
  imageHosts: undefined,
}
const directive = (policy: string, name: string): string[] =>
  policy
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.split(' ')
    .slice(1) ?? []

describe('the policy of the page', () => {
  it('takes styles with its nonce and no inline ones, and scripts of its own origin alone', () => {
    expect(directive(pagePolicy(page), 'style-src')).toEqual(["'self'", "'nonce-r4nd0m'"])
    expect(directive(pagePolicy(page), 'script-src')).toEqual(["'self'"])
    expect(pagePolicy(page)).not.toContain('unsafe')
  })

  it('lets it speak to its own host, by the scheme that it came by', () => {
    expect(directive(pagePolicy(page), 'connect-src')).toEqual(["'self'", 'wss://signals.city.example'])
    const local = { ...page, host: '[::1]:8080', isTls: false }
    expect(directive(pagePolicy(local), 'connect-src')).toEqual(["'self'", 'ws://[::1]:8080'])
  })

  it.each(["x; script-src 'unsafe-inline'", 'x y', 'x,y', ''])('takes nothing from a host such as %j', (host) => {
    expect(directive(pagePolicy({ ...page, host }), 'connect-src')).toEqual(["'self'"])
    expect(directive(pagePolicy({ ...page, host }), 'script-src')).toEqual(["'self'"])
  })

  it('lets images lie at any https address, and at any http address only where the page itself is http', () => {
    expect(directive(pagePolicy(page), 'img-src')).toEqual(["'self'", 'data:', 'https:'])
    expect(directive(pagePolicy({ ...page, isTls: false }), 'img-src')).toEqual(["'self'", 'data:', 'https:', 'http:'])
  })

  it.each([
    ['https://tile.example/{z}/{x}/{y}.png', 'https://tile.example'],
    ['https://{s}.tile.example:8443/{z}/{x}/{y}.png', 'https://*.tile.example:8443'],
    ['https://tiles-{s}.example/{z}/{x}/{y}.png', 'https:'],
    ['/tiles/{z}/{x}/{y}.png', undefined],
  ])('with hosts for images named, they lie there, at tiles of %s, and nowhere else', (tileUrl, source) => {
    const policy = pagePolicy({ ...page, tileUrl, imageHosts: ['cameras.city.example', '*.cdn.example'] })
    const expected = ["'self'", 'data:', source, 'cameras.city.example', '*.cdn.example']
    expect(directive(policy, 'img-src')).toEqual(expected.filter((one) => one !== undefined))
  })
})

test.each([
  ['cameras.city.example', true],
  ['*.city.example', true],
  ['https://cdn.example:8443', true],
  ['10.1.2.3:8080', true],
  ['*', false],
  ['https:', false],
  ["'unsafe-inline'", false],
  ['a b', false],
  ['x;y', false],
  ['https://cdn.example/path', false],
])('%j names a place of images: %s', (text, expected) => {
  expect(isImageHost(text)).toBe(expected)
})
