import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LIMITS } from '../limits/limits.ts'
import { createGatheredLog } from './gatheredLog.ts'

let lines: [details: object, what: string][]
const log = { info: (details: object, what: string) => void lines.push([details, what]) }

beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('the first of an address is reported at once, all that follow in one line when the interval is over', () => {
  const gathered = createGatheredLog(log, 1_000)
  for (let i = 0; i < 5_000; i++) gathered.note('refused a device', '192.0.2.1', { clientId: `c${i}` })
  gathered.note('refused a device', '192.0.2.2', { clientId: 'other' })
  expect(lines).toEqual([
    [{ address: '192.0.2.1', clientId: 'c0' }, 'refused a device'],
    [{ address: '192.0.2.2', clientId: 'other' }, 'refused a device'],
  ])
  vi.advanceTimersByTime(1_000)
  expect(lines.slice(2)).toEqual([
    [{ address: '192.0.2.1', clientId: 'c4999', count: 4_999, withinMs: 1_000 }, 'refused a device, again'],
  ])
  gathered.note('refused a device', '192.0.2.1')
  expect(lines).toHaveLength(4)
  gathered.close()
})

test('addresses without number fill neither memory nor log', () => {
  const gathered = createGatheredLog(log, 1_000)
  for (let i = 0; i < 3 * LIMITS.gatheredAddresses.value; i++) gathered.note('refused a device', `2001:db8:${i}::/64`)
  expect(lines).toHaveLength(LIMITS.gatheredAddresses.value + 1)
  gathered.close()
  expect(lines.slice(LIMITS.gatheredAddresses.value + 1)).toEqual([
    [
      { address: 'other addresses', count: 2 * LIMITS.gatheredAddresses.value - 1, withinMs: 1_000 },
      'refused a device, again',
    ],
  ])
})
