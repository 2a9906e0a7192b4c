import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClockState, createBelievedClock, JUMP_MS, LAST_MS, lookAtClock, resumeClock } from './believedClock.ts'

/** Nothing may expire because a clock jumped. */

const NOON = Date.parse('2026-03-10T12:00:00Z')
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Creates a clock for tests: `pass` lets time run, `set` moves the wall clock forward or back. */
function makeClock() {
  let running = 0
  let offset = NOON
  const clock = createBelievedClock(
    undefined,
    () => offset + running,
    () => running,
  )
  return {
    pass: (ms: number) => {
      running += ms
      return clock.look()?.kind
    },
    set: (ms: number) => {
      offset += ms
    },
    believed: () => clock.state().believed - NOON,
  }
}

describe('the believed time', () => {
  it('follows a clock that runs as time does, with the small corrections of a network', () => {
    const clock = makeClock()
    clock.set(MINUTE_MS / 2)
    expect(clock.pass(1000)).toBeUndefined()
    clock.set(-MINUTE_MS / 2)
    expect(clock.pass(1000)).toBeUndefined()
    expect(clock.believed()).toBe(2000)
  })

  it('does not follow a jump of 30 days that lasts 66 s, and knows that it is over', () => {
    const clock = makeClock()
    clock.set(30 * DAY_MS)
    expect(clock.pass(1000)).toBe('jumped')
    expect(clock.pass(65_000)).toBeUndefined()
    expect(clock.believed()).toBe(66_000)
    clock.set(-30 * DAY_MS)
    expect(clock.pass(1000)).toBe('returned')
    expect(clock.believed()).toBe(67_000)
  })

  it.each([30 * DAY_MS, -30 * DAY_MS])('follows a jump of %i ms once it has lasted for a day', (byMs) => {
    const clock = makeClock()
    clock.set(byMs)
    clock.pass(MINUTE_MS)
    for (let minute = 1; minute < 1440; minute += 1) expect(clock.pass(MINUTE_MS)).toBeUndefined()
    expect(clock.pass(MINUTE_MS)).toBe('accepted')
    expect(clock.believed()).toBe(byMs + 1441 * MINUTE_MS)
  })

  it('begins to count anew when the clock jumps again', () => {
    const clock = makeClock()
    clock.set(DAY_MS)
    clock.pass(MINUTE_MS)
    clock.pass(LAST_MS - MINUTE_MS)
    clock.set(DAY_MS)
    expect(clock.pass(2 * MINUTE_MS)).toBe('jumped')
    expect(clock.pass(2 * MINUTE_MS)).toBeUndefined()
  })

  it('never advances by more than has passed, but by what lasted for a day', () => {
    const step = fc.record({
      pass: fc.integer({ min: 1, max: DAY_MS / 2 }),
      set: fc.integer({ min: -1e10, max: 1e10 }),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let state: ClockState = { believed: NOON }
        let wall = NOON
        for (const { pass, set } of steps) {
          wall += pass + set
          const { state: next, event } = lookAtClock(state, wall, pass)
          if (event?.kind !== 'accepted') expect(next.believed).toBeLessThanOrEqual(state.believed + pass + JUMP_MS)
          state = next
        }
      }),
    )
  })
})

describe('over a restart', () => {
  it('a stop of less than a day is believed, a longer one or a clock that is behind is not', () => {
    const stored = { believed: NOON }
    expect(resumeClock(stored, NOON + DAY_MS)).toEqual({ believed: NOON + DAY_MS })
    expect(resumeClock(stored, NOON + 3 * DAY_MS)).toEqual({
      believed: NOON,
      other: { wall: NOON + 3 * DAY_MS, lasted: 0 },
    })
    expect(resumeClock(stored, NOON - DAY_MS).other?.lasted).toBe(0)
    expect(resumeClock(undefined, NOON)).toEqual({ believed: NOON })
  })

  it('a jumped-to time goes on lasting, so that a platform that is stopped each night gets to believe it', () => {
    const stored = { believed: NOON, other: { wall: NOON + 5 * DAY_MS, lasted: 1000 } }
    expect(resumeClock(stored, NOON + 5.5 * DAY_MS).other?.lasted).toBe(1000)
    expect(resumeClock(stored, NOON + 9 * DAY_MS).other?.lasted).toBe(0)
  })
})
