import { describe, expect, it } from 'vitest'
import { createSignInGuard, DEFAULT_GUARD_LIMITS, failureFloor } from './signInGuard.ts'

const limits = { ...DEFAULT_GUARD_LIMITS, accountFailures: 3, addressFailures: 5, lockMs: 60_000, memoryMs: 600_000 }

function guardWithClock() {
  let nowMs = 1_000_000
  const guard = createSignInGuard(limits, () => nowMs)
  const advance = (ms: number): void => {
    nowMs += ms
  }
  return { guard, advance }
}

describe('failed sign-ins', () => {
  it('lock a name with the failure after the last allowed one, and only that name', () => {
    const { guard } = guardWithClock()
    for (let failure = 1; failure <= 3; failure += 1) {
      expect(guard.countFailure('a@b.vn', '10.0.0.1').locksUntilMs).toBeUndefined()
    }
    expect(guard.isLocked('a@b.vn')).toBe(false)
    expect(guard.countFailure('a@b.vn', '10.0.0.1').locksUntilMs).toBe(1_060_000)
    expect(guard.isLocked('a@b.vn')).toBe(true)
    expect(guard.isLocked('c@d.vn')).toBe(false)
  })

  it('are counted afresh once a lock has passed', () => {
    const { guard, advance } = guardWithClock()
    for (let failure = 0; failure < 4; failure += 1) guard.countFailure('a@b.vn', '10.0.0.1')
    advance(60_000)
    expect(guard.isLocked('a@b.vn')).toBe(false)
    expect(guard.countFailure('a@b.vn', '10.0.0.1').locksUntilMs).toBeUndefined()
  })

  it('lock nobody for longer when the clock was ahead and is set back', () => {
    const { guard, advance } = guardWithClock()
    advance(86_400_000)
    for (let failure = 0; failure < 6; failure += 1) guard.countFailure('a@b.vn', '10.0.0.1')
    expect([guard.isLocked('a@b.vn'), guard.isAddressBlocked('10.0.0.1')]).toEqual([true, true])
    advance(-86_400_000)
    expect([guard.isLocked('a@b.vn'), guard.isAddressBlocked('10.0.0.1')]).toEqual([false, false])
    expect(guard.countFailure('a@b.vn', '10.0.0.1').locksUntilMs).toBeUndefined()
  })

  it('are forgotten after a while, and by a success', () => {
    const { guard, advance } = guardWithClock()
    for (let failure = 0; failure < 3; failure += 1) guard.countFailure('a@b.vn', '10.0.0.1')
    advance(600_001)
    expect(guard.countFailure('a@b.vn', '10.0.0.1').locksUntilMs).toBeUndefined()
    for (let failure = 0; failure < 2; failure += 1) guard.countFailure('a@b.vn', '10.0.0.1')
    guard.forget('a@b.vn')
    expect(guard.countFailure('a@b.vn', '10.0.0.1').locksUntilMs).toBeUndefined()
  })

  it('block an address that tries many names', () => {
    const { guard } = guardWithClock()
    for (let name = 0; name < 5; name += 1) guard.countFailure(`user${name}@b.vn`, '10.0.0.1')
    expect(guard.isAddressBlocked('10.0.0.1')).toBe(false)
    guard.countFailure('user6@b.vn', '10.0.0.1')
    expect(guard.isAddressBlocked('10.0.0.1')).toBe(true)
    expect(guard.isAddressBlocked('10.0.0.2')).toBe(false)
  })

  it('are answered ever later, up to a bound', () => {
    expect([0, 1, 2, 3, 4, 5, 9, 50].map((failures) => failureFloor(failures, DEFAULT_GUARD_LIMITS))).toEqual([
      250, 250, 250, 500, 1000, 2000, 2000, 2000,
    ])
  })

  it('forget the oldest of very many names instead of growing without end', () => {
    const { guard } = guardWithClock()
    for (let failure = 0; failure < 4; failure += 1) guard.countFailure('first@b.vn', '10.0.0.1')
    for (let name = 0; name < 20_000; name += 1) guard.countFailure(`user${name}@b.vn`, `10.0.0.${name % 200}`)
    expect(guard.isLocked('first@b.vn')).toBe(false)
  })
})

describe('tries on one name', () => {
  it('run one after another, and those on another name beside them', async () => {
    const { guard } = guardWithClock()
    const events: string[] = []
    let release = (): void => {}
    const first = guard.inTurn('a', async () => {
      events.push('a1 starts')
      await new Promise<void>((resolve) => {
        release = resolve
      })
      events.push('a1 ends')
    })
    const second = guard.inTurn('a', async () => void events.push('a2'))
    await guard.inTurn('b', async () => void events.push('b'))
    release()
    await Promise.all([first, second])
    expect(events).toEqual(['a1 starts', 'b', 'a1 ends', 'a2'])
  })

  it('go on after one that throws', async () => {
    const { guard } = guardWithClock()
    const failing = guard.inTurn('a', async () => {
      throw new Error('boom')
    })
    const next = guard.inTurn('a', async () => 'ran')
    await expect(failing).rejects.toThrow('boom')
    await expect(next).resolves.toBe('ran')
  })

  it('are turned away when too many wait', async () => {
    const { guard } = guardWithClock()
    let release = (): void => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const running = Array.from(
      { length: 100 },
      () => guard.inTurn('a', () => gate) ?? Promise.reject(new Error('turned away')),
    )
    expect(guard.inTurn('a', () => gate)).toBeUndefined()
    release()
    await Promise.all(running)
    await expect(guard.inTurn('a', async () => 'free again')).resolves.toBe('free again')
  })
})

describe('failures under one name', () => {
  it('charge no address when none is given, and stand as many as they are asked', () => {
    const { guard } = guardWithClock()
    for (let failure = 0; failure < 5; failure += 1)
      expect(guard.countFailure('a', undefined, 5).locksUntilMs).toBeUndefined()
    expect(guard.countFailure('a', undefined, 5).locksUntilMs).toBe(1_060_000)
  })

  it('are forgotten with all others of the same beginning', () => {
    const { guard } = guardWithClock()
    for (const name of ['a\nx', 'a\ny', 'ab\nx']) {
      for (let failure = 0; failure < 4; failure += 1) guard.countFailure(name)
    }
    guard.forgetAll('a\n')
    expect(['a\nx', 'a\ny', 'ab\nx'].map((name) => guard.isLocked(name))).toEqual([false, false, true])
  })
})
