import { playedCalls } from '@greenwave/client/testing/playedCalls'
import { describe, expect, test } from 'vitest'
import { ShareLease } from './shareLease.ts'

/** One attribute on a platform with a clock that only pauses move. */
function newPlatform() {
  let nowMs = 1_000_000
  let value: unknown
  const call = playedCalls((name, { body }) => {
    if (name === 'attributes') return value === undefined ? [] : [{ key: 'gw_teller_1of1', value, lastUpdateTs: nowMs }]
    value = Object.values(body ?? {})[0]
    return undefined
  })
  const waiting: { readonly atMs: number; readonly go: () => void }[] = []
  const lease = (by: string) =>
    new ShareLease({
      ...{ call, key: 'gw_teller_1of1', by, assetId: async () => 'asset', now: () => nowMs },
      pause: (ms) => new Promise((go) => waiting.push({ atMs: nowMs + ms, go })),
    })
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  const pass = async (ms: number): Promise<void> => {
    await settle()
    nowMs += ms
    for (const { atMs, go } of waiting) if (atMs <= nowMs) go()
    await settle()
  }
  return { lease, pass }
}

describe('of several watchers of one share', () => {
  test('one may send when two ask at the same time', async () => {
    const { lease, pass } = newPlatform()
    const [a, b] = [lease('a'), lease('b')]
    const taken = Promise.all([a.take(), b.take()])
    await pass(2_000)
    expect(await taken).toEqual([false, true])
    expect([a.isHeld, b.isHeld]).toEqual([false, true])
  })

  test('another one may only when the first may no longer, and after a kill within half a minute', async () => {
    const { lease, pass } = newPlatform()
    const [a, b] = [lease('a'), lease('b')]
    const first = a.take()
    await pass(2_000)
    expect(await first).toBe(true)
    await pass(9_000)
    expect([a.isHeld, await b.take()]).toEqual([false, false])
    await pass(20_000)
    const second = b.take()
    await pass(2_000)
    expect(await second).toBe(true)
  })

  test('one that replaces a killed one under its name may at once, and knows when that one last might', async () => {
    const { lease, pass } = newPlatform()
    const first = lease('a').take()
    await pass(2_000)
    expect(await first).toBe(true)
    const replacement = lease('a')
    const second = replacement.take()
    await pass(2_000)
    expect([await second, replacement.otherMs]).toEqual([true, 1_000_000])
    const third = replacement.take()
    await pass(2_000)
    expect([await third, replacement.otherMs]).toEqual([true, 1_000_000])
  })

  test('the first renews it without a pause, and no other one may meanwhile', async () => {
    const { lease, pass } = newPlatform()
    const [a, b] = [lease('a'), lease('b')]
    const first = a.take()
    await pass(2_000)
    await first
    await pass(7_000)
    expect(await a.take()).toBe(true)
    await pass(9_000)
    expect([a.isHeld, await b.take()]).toEqual([true, false])
  })

  test('another one may at once when the first ends in order', async () => {
    const { lease, pass } = newPlatform()
    const [a, b] = [lease('a'), lease('b')]
    const first = a.take()
    await pass(2_000)
    await first
    await a.leave()
    const second = b.take()
    await pass(2_000)
    expect([a.isHeld, await second]).toEqual([false, true])
  })

  test('the first may no longer when the clock is set back an hour, by which another one may', async () => {
    const { lease, pass } = newPlatform()
    const [a, b] = [lease('a'), lease('b')]
    const first = a.take()
    await pass(2_000)
    await first
    await pass(-3_600_000)
    const second = b.take()
    await pass(2_000)
    expect([a.isHeld, await second]).toEqual([false, true])
  })
})
