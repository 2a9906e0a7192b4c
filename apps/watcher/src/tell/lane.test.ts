import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Lane } from './lane.ts'

const HOUR_MS = 3_600_000
const one = { count: 1, isUrgent: true, gatherMs: 0 }

describe('a lane of messages', () => {
  test('waits a moment for what comes together, and gathers what is no danger', () => {
    const lane = new Lane()
    expect(lane.dueAtMs({ ...one, count: 0 }, 0)).toBe(Number.POSITIVE_INFINITY)
    expect(lane.dueAtMs(one, 1_000)).toBe(4_000)
    expect(lane.dueAtMs({ ...one, count: 9 }, 3_000)).toBe(4_000)
    expect(lane.dueAtMs({ count: 2, isUrgent: false, gatherMs: 900_000 }, 3_000)).toBe(901_000)
    expect(lane.dueAtMs({ count: 3, isUrgent: true, gatherMs: 900_000 }, 3_000)).toBe(4_000)
  })

  test('sends three messages in a minute, and the rest as one', () => {
    const lane = new Lane()
    for (const ms of [4_000, 8_000, 12_000]) {
      lane.dueAtMs(one, ms - 3_000)
      lane.noteSent(ms)
    }
    expect(lane.dueAtMs({ ...one, count: 40 }, 20_000)).toBe(64_000)
  })

  test('pauses longer after each failure, at most a quarter of an hour', () => {
    const lane = new Lane()
    lane.dueAtMs(one, 0)
    const pauses = Array.from({ length: 8 }, () => {
      const isFirst = lane.failed(10_000)
      return [isFirst, lane.dueAtMs(one, 10_000) - 10_000]
    })
    expect(pauses.map(([, ms]) => ms)).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000])
    expect(pauses.map(([isFirst]) => isFirst)).toEqual([true, ...Array.from({ length: 7 }, () => false)])
    lane.noteSent(20_000)
    expect(lane.failed(20_000)).toBe(true)
  })

  test.each<[string, (lane: Lane) => void]>([
    [
      'three messages',
      (lane) => {
        for (let nth = 0; nth < 3; nth += 1) lane.noteSent(HOUR_MS)
      },
    ],
    ['a failure', (lane) => lane.failed(HOUR_MS)],
    ['a failure ten minutes later', (lane) => lane.failed(660_000)],
    ['something is due', (lane) => lane.dueAtMs(one, HOUR_MS)],
  ])('after %s waits for no time before which the clock was set back', (_, happen) => {
    const lane = new Lane()
    happen(lane)
    const nowMs = 60_000
    lane.dueAtMs(one, nowMs)
    expect(lane.dueAtMs(one, nowMs)).toBeLessThanOrEqual(nowMs + 3_000)
  })

  test('never sends more than 3 messages in any minute and 20 in any hour, whatever comes', () => {
    const steps = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 90_000 }), fails: fc.boolean() }), {
      minLength: 50,
      maxLength: 200,
    })
    fc.assert(
      fc.property(steps, (all) => {
        const lane = new Lane()
        const sent: number[] = []
        let nowMs = 0
        for (const { afterMs, fails } of all) {
          nowMs += afterMs
          if (lane.dueAtMs(one, nowMs) > nowMs) continue
          if (fails) lane.failed(nowMs)
          else {
            lane.noteSent(nowMs)
            sent.push(nowMs)
          }
        }
        for (const from of sent) {
          const within = (ms: number) => sent.filter((at) => at >= from && at < from + ms).length
          expect([within(60_000) <= 3, within(3_600_000) <= 20]).toEqual([true, true])
        }
      }),
    )
  })
})
