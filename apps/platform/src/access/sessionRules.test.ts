import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timedId, timeOfId } from './sessionId.ts'
import { evaluateRenewal, isForgotten, REUSE_TOLERANCE_MS } from './sessionRules.ts'

const generation = fc.integer({ min: 1, max: 1_000_000 })
const time = fc.integer({ min: 0, max: 4_000_000_000_000 })

describe('a refresh token', () => {
  it('counts while it is the newest, and when it is newer than what was written before a crash', () => {
    fc.assert(
      fc.property(generation, fc.nat(1000), time, time, fc.boolean(), (known, ahead, renewedAt, nowMs, isUsed) => {
        expect(evaluateRenewal({ generation: known, renewedAt, isUsed }, known + ahead, nowMs)).toBe('next')
      }),
    )
  })

  it('counts once more for a minute after its successor was made', () => {
    fc.assert(
      fc.property(generation, time, fc.nat(REUSE_TOLERANCE_MS), (known, renewedAt, later) => {
        const newest = { generation: known + 1, renewedAt, isUsed: true }
        expect(evaluateRenewal(newest, known, renewedAt + later)).toBe('again')
      }),
    )
  })

  it('counts until its successor is used, whose answer may have been lost', () => {
    fc.assert(
      fc.property(generation, time, time, (known, renewedAt, nowMs) => {
        expect(evaluateRenewal({ generation: known + 1, renewedAt, isUsed: false }, known, nowMs)).toBe('again')
      }),
    )
  })

  it('was in two hands when it comes later, or when it is older still, also while the clock is set back', () => {
    fc.assert(
      fc.property(generation, time, fc.integer({ min: 1, max: 1e9 }), fc.boolean(), (known, renewedAt, more, back) => {
        const late = renewedAt + (REUSE_TOLERANCE_MS + more) * (back ? -1 : 1)
        expect(evaluateRenewal({ generation: known + 1, renewedAt, isUsed: true }, known, late)).toBe('reused')
        expect(evaluateRenewal({ generation: known + 2, renewedAt, isUsed: true }, known, renewedAt)).toBe('reused')
        expect(evaluateRenewal({ generation: known + 2, renewedAt, isUsed: false }, known, renewedAt)).toBe('reused')
      }),
    )
  })
})

describe('a session', () => {
  it('is remembered for seven days after it was renewed or used', () => {
    const day = 86_400_000
    expect(isForgotten({ renewedAt: 0, lastUsedAt: 0 }, 7 * day)).toBe(false)
    expect(isForgotten({ renewedAt: 0, lastUsedAt: 0 }, 7 * day + 1)).toBe(true)
    expect(isForgotten({ renewedAt: 0, lastUsedAt: day }, 8 * day)).toBe(false)
  })

  it('has an id that is a UUID and tells its time', () => {
    fc.assert(
      fc.property(time, (ms) => {
        const id = timedId(ms)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(timeOfId(id)).toBe(ms)
      }),
    )
    expect(timeOfId('4b4c0a52-6f0a-4b0b-9d5a-0f7a4c3d2e1f')).toBeUndefined()
  })
})
