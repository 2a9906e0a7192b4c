import { describe, expect, it } from 'vitest'
import { afterWrongCode, codeLockLeft, NO_CODE_FAILURES } from './codeLock.ts'

describe('wrong codes of a user', () => {
  it('are free four times, then lock for a minute, and twice as long each time up to four hours', () => {
    let failures = NO_CODE_FAILURES
    const minutes: number[] = []
    for (let nth = 0; nth < 15; nth += 1) {
      failures = afterWrongCode(failures, 1000)
      minutes.push(codeLockLeft(failures, 1000) / 60_000)
    }
    expect(minutes).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240])
  })

  it('leave a guesser who never rests fewer than 2,500 tries in a year', () => {
    let failures = NO_CODE_FAILURES
    let tries = 0
    for (let now = 0; now < 365 * 86_400_000; now += Math.max(1000, codeLockLeft(failures, now))) {
      failures = afterWrongCode(failures, now)
      tries += 1
    }
    expect(tries).toBeLessThan(2500)
  })

  it('lock no longer than that after the clock was set back', () => {
    const failures = afterWrongCode({ count: 9, lockedUntil: 0 }, 30 * 86_400_000)
    for (const now of [0, 4 * 3_600_000, 86_400_000]) expect(codeLockLeft(failures, now)).toBe(0)
    expect(codeLockLeft(afterWrongCode(failures, 0), 0)).toBe(64 * 60_000)
  })
})
