import { expect, test, vi } from 'vitest'
import { MessageRate, NO_METER } from './meter.ts'

test('counts the messages of the last minute, and passes them on', () => {
  let now = 5_500
  const rate = new MessageRate(() => now)
  const messageDone = vi.fn()
  const meter = rate.counting({ ...NO_METER, messageDone })
  const send = (count: number): void => {
    for (let nth = 0; nth < count; nth += 1) meter.messageDone('telemetry', 10, 0.01)
  }
  send(7)
  expect([rate.perSecond(), messageDone.mock.calls.length]).toEqual([0, 7])
  now = 6_000
  send(3)
  expect(rate.perSecond()).toBe(7)
  now = 7_000
  expect(rate.perSecond()).toBe(5)
  now = 65_000
  expect(rate.perSecond()).toBe(3 / 59)
  now = 66_000
  expect(rate.perSecond()).toBe(0)
  now = 1_000_000
  send(59)
  now = 1_001_000
  expect(rate.perSecond()).toBe(1)
})
