import { describe, expect, it } from 'vitest'
import { activateToken } from './useActivation.ts'

describe('activateToken', () => {
  it.each([
    [
      'http://console.example:8080/api/noauth/activate?activateToken=Zk3mVq0c1uYw7rQ8nD5tLh2bXe6aJp9sFg4iKoPz',
      'Zk3mVq0c1uYw7rQ8nD5tLh2bXe6aJp9sFg4iKoPz',
    ],
    ['/api/noauth/activate?lang=vi&activateToken=a-_b', 'a-_b'],
    ['http://console.example/api/noauth/activate', null],
    ['http://console.example/api/noauth/activate?activateToken=', null],
    ['http://[', null],
    ['', null],
  ])('reads the token of %j: %j [spec 4 activation]', (link, token) => {
    expect(activateToken(link)).toBe(token)
  })
})
