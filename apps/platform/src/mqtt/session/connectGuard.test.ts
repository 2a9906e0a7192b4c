import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectGuard, createConnectGuard } from './connectGuard.ts'
import { GUESS_LIMITS } from './guessLimits.ts'

let nowMs: number
let guard: ConnectGuard
beforeEach(() => {
  nowMs = 1_800_000_000_000
  guard = createConnectGuard(() => nowMs)
})

/** Guesses without ever waiting; returns how many guesses were checked. */
function guess(deviceId: string, address: string, times: number): number {
  let looked = 0
  for (let i = 0; i < times; i++) {
    if (guard.mayTry(deviceId, address)) looked += 1
    guard.refused(deviceId, address)
  }
  return looked
}

describe('guessing one device', () => {
  it('has ten tries at once from an address, then one in two seconds', () => {
    expect(guess('d', 'a', 5_000)).toBe(GUESS_LIMITS.pair.atOnce)
    nowMs += 2_000
    expect(guess('d', 'a', 5_000)).toBe(1)
    nowMs += 60_000
    expect(guess('d', 'a', 5_000)).toBe(GUESS_LIMITS.pair.atOnce)
  })

  it('has them again in time also after the clock was set back', () => {
    guess('d', 'a', 5_000)
    nowMs -= 86_400_000
    expect(guess('d', 'a', 5_000)).toBe(0)
    nowMs += 2_000
    expect(guess('d', 'a', 5_000)).toBe(1)
  })

  it('has little more from a thousand addresses', () => {
    let looked = 0
    for (let i = 0; i < 1_000; i++) looked += guess('d', `a${i}`, 50)
    expect(looked).toBe(GUESS_LIMITS.device.atOnce)
  })

  it('disturbs no other device of the same address', () => {
    guess('d', 'a', 5_000)
    expect(guard.mayTry('another', 'a')).toBe(true)
  })

  it('never shuts out the device where it came in before, nor from where nobody guesses for long', () => {
    guard.accepted('d', 'home')
    guess('d', 'home', 5_000)
    guess('d', 'elsewhere', 5_000)
    expect(guard.mayTry('d', 'home')).toBe(true)
    expect(guard.mayTry('d', 'elsewhere')).toBe(false)
    expect(guard.mayTry('d', 'new')).toBe(true)
  })
})

describe('answers to wrong passwords', () => {
  it('come at once for a while, then ever later, up to five seconds', () => {
    const waits = Array.from({ length: 200 }, () => guard.refused(undefined, 'a'))
    expect(waits.slice(0, GUESS_LIMITS.answer.free)).toEqual(waits.slice(0, GUESS_LIMITS.answer.free).map(() => 0))
    expect(waits[GUESS_LIMITS.answer.free]).toBeGreaterThanOrEqual(GUESS_LIMITS.answer.firstMs)
    expect([...waits].sort((a, b) => a - b)).toEqual(waits)
    expect(waits.at(-1)).toBe(GUESS_LIMITS.answer.slowestMs)
    expect(guard.refused(undefined, 'b')).toBe(0)
  })

  it('come at once again after a quiet time, however much was guessed before', () => {
    for (let i = 0; i < 100_000; i++) guard.refused(undefined, 'a')
    nowMs += 120_000
    expect(guard.refused(undefined, 'a')).toBe(0)
  })

  it('do not come sooner when the clock is put back', () => {
    for (let i = 0; i < 100; i++) guard.refused(undefined, 'a')
    nowMs -= 3_600_000
    expect(guard.refused(undefined, 'a')).toBe(GUESS_LIMITS.answer.slowestMs)
  })
})

describe('answers that wait', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('have so many places for an address and so many in all, which are free again in time', () => {
    const held = (address: string, times: number) =>
      Array.from({ length: times }, () => guard.hold(address, 1_000)).filter(Boolean).length
    expect(held('a', 1_000)).toBe(GUESS_LIMITS.heldOfAddress)
    const others = Array.from({ length: 100 }, (_, i) => held(`b${i}`, 100)).reduce((sum, count) => sum + count, 0)
    expect(others).toBe(GUESS_LIMITS.held - GUESS_LIMITS.heldOfAddress)
    vi.advanceTimersByTime(1_000)
    expect(guard.hold('a', 1_000)).toBe(true)
  })
})
