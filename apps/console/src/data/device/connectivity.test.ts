import type { TimedValues } from '@greenwave/controller/timedValue'
import { expect, test } from 'vitest'
import { parseConnectivity } from './connectivity.ts'

function server(values: Record<string, unknown>): TimedValues {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, ts: 1 }]))
}

test('a controller that connected after it last disconnected is online', () => {
  const read = parseConnectivity(server({ active: true, lastConnectTime: 2000, lastDisconnectTime: 1000 }))
  expect(read).toMatchObject({ active: true, online: true, lastConnectMs: 2000, lastDisconnectMs: 1000 })
})

test('a disconnection counts at once, although the activity flag still stands', () => {
  const read = parseConnectivity(server({ active: true, lastConnectTime: 1000, lastDisconnectTime: 2000 }))
  expect(read).toMatchObject({ active: true, online: false })
})

test('values of the live socket are text and mean the same', () => {
  const read = parseConnectivity(server({ active: 'true', lastConnectTime: '2000', lastActivityTime: '2500' }))
  expect(read).toMatchObject({ active: true, online: true, lastConnectMs: 2000, lastActivityMs: 2500 })
})

test('what was never written reads as never, and as inactive [spec 2 device]', () => {
  const never = { active: false, online: false, lastActivityMs: null, lastConnectMs: null, lastDisconnectMs: null }
  expect(parseConnectivity({})).toEqual(never)
  expect(parseConnectivity(server({ lastConnectTime: 'soon', lastDisconnectTime: 0 }))).toEqual(never)
})
