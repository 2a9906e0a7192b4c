import { expect, test } from 'vitest'
import { isAllowedOrigin } from './pageOrigin.ts'

test.each<[origin: string | undefined, host: string | undefined, allowed: boolean]>([
  [undefined, 'console.example', true],
  ['https://console.example', 'console.example', true],
  ['http://127.0.0.1:8080', '127.0.0.1:8080', true],
  ['http://Console.Example', 'console.example', true],
  ['http://localhost:8080', 'LOCALHOST:8080', true],
  ['http://127.0.0.1:9999', '127.0.0.1:8080', false],
  ['https://evil.example', 'console.example', false],
  ['https://console.example.evil.example', 'console.example', false],
  ['null', 'console.example', false],
  ['not an origin', 'console.example', false],
  ['https://wall.example', 'console.example', true],
  ['http://wall.example', 'console.example', false],
  ['https://console.example', undefined, false],
])('a page of %s at host %s: %s', (origin, host, allowed) => {
  expect(isAllowedOrigin(origin, host, ['https://wall.example'])).toBe(allowed)
})
