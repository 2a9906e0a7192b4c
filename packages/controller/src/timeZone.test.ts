import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { clockDriftSeconds, localTimeAt, secondOfDayAt, utcOf } from './deviceClock.ts'
import { DEFAULT_TIME_ZONE, nextZoneChange, setTimeZone, timeZone, timeZoneOf, utcOfLocal } from './timeZone.ts'

const HOUR_MS = 3_600_000
/** Summer time of Berlin begins and ends at these instants. */
const [SPRING, AUTUMN] = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)]

afterEach(() => setTimeZone(DEFAULT_TIME_ZONE))

describe('(R16) the time zone of a city', () => {
  test('is Asia/Ho_Chi_Minh unless another one is set; an unknown name is refused', () => {
    expect([timeZone().name, timeZone().aheadMs(AUTUMN)]).toEqual(['Asia/Ho_Chi_Minh', 7 * HOUR_MS])
    expect(() => setTimeZone('Mars/Olympus')).toThrow(RangeError)
    setTimeZone('Europe/Berlin')
    expect([AUTUMN - 1, AUTUMN].map(timeZone().aheadMs)).toEqual([2 * HOUR_MS, HOUR_MS])
  })

  test('is ahead of UTC as the calendar of this machine says, at any instant and in any order', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC')
    const instants = fc.array(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2040, 0) }), { minLength: 1 })
    fc.assert(
      fc.property(zone, instants, (name, all) => {
        const { aheadMs } = timeZoneOf(name)
        for (const ms of all) {
          const shown = new Date(ms).toLocaleString('sv-SE', { timeZone: name })
          expect(new Date(ms + aheadMs(ms)).toISOString().slice(0, 19).replace('T', ' ')).toBe(shown)
        }
      }),
    )
  })

  test('takes times beyond the calendar without an error', () => {
    expect([Number.NaN, Infinity, 9e15].map(timeZone().aheadMs)).toEqual([7, 7, 7].map((hours) => hours * HOUR_MS))
  })
})

describe('clocks that are put forward and back', () => {
  test('jump at instants that are found in a span', () => {
    setTimeZone('Europe/Berlin')
    expect(nextZoneChange(SPRING - 5 * HOUR_MS, SPRING + 5 * HOUR_MS)).toBe(SPRING)
    expect(nextZoneChange(SPRING - 1, SPRING)).toBe(SPRING)
    expect(nextZoneChange(SPRING, AUTUMN - 1)).toBeNull()
  })

  test('show one hour twice: the instant is the one nearer to when the clock was read', () => {
    setTimeZone('Europe/Berlin')
    const half = { year: 2026, month: 10, day: 25, hour: 2, minute: 30, second: 0 }
    const [first, second] = [AUTUMN - HOUR_MS / 2, AUTUMN + HOUR_MS / 2]
    expect([utcOf(half), utcOf(half, first + 900), utcOf(half, second + 900)]).toEqual([first, first, second])
    expect([localTimeAt(first), localTimeAt(second)]).toEqual([half, half])
  })

  test('skip one hour: a time in it counts on from the change', () => {
    setTimeZone('Europe/Berlin')
    expect(utcOfLocal(Date.UTC(2026, 2, 29, 2, 30))).toBe(SPRING + HOUR_MS / 2)
    setTimeZone('America/Havana')
    const midnight = utcOfLocal(Date.UTC(2026, 2, 8))
    expect([secondOfDayAt(midnight), secondOfDayAt(midnight - 1000)]).toEqual([3600, 86_399])
  })

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
    '(R16) drift by nothing while they change, in %s, and a wrong one by as much as it is wrong',
    (name) => {
      setTimeZone(name)
      const changes = [
        nextZoneChange(Date.UTC(2026, 0), Date.UTC(2026, 6)),
        nextZoneChange(Date.UTC(2026, 6), Date.UTC(2027, 0)),
      ]
      for (const change of changes) {
        for (let ms = (change ?? 0) - 2 * HOUR_MS; ms < (change ?? 0) + 2 * HOUR_MS; ms += 61_000) {
          for (const off of [0, 3, -3]) {
            expect(clockDriftSeconds(localTimeAt(ms + off * 1000), ms)).toBe(off)
          }
        }
      }
    },
  )

  test('(R8) have seconds of the day as they show them', () => {
    setTimeZone('Europe/Berlin')
    expect([SPRING - 1000, SPRING, AUTUMN - 1000, AUTUMN].map(secondOfDayAt)).toEqual([7199, 10_800, 10_799, 7200])
  })
})
