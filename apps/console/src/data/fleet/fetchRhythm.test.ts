import { TestClock } from '@greenwave/client/testing/testClock'
import { expect, test } from 'vitest'
import { FetchRhythm } from './fetchRhythm.ts'

/** A rhythm whose reads take a time of the test's clock, or fail. */
function scene({ wholeMs = 0, wholeEveryMs = 300_000, wholeApartMs = 30_000 } = {}) {
  const clock = new TestClock(0)
  const reads: string[] = []
  const errors: (string | null)[] = []
  let failure: Error | undefined
  const read = (what: string, ms: number) => async (signal: AbortSignal) => {
    reads.push(`${what} ${clock.nowMs}`)
    if (ms > 0) await new Promise<void>((done) => clock.after(ms, done))
    if (failure) throw failure
    signal.throwIfAborted()
  }
  const rhythm = new FetchRhythm({
    fetchAll: read('whole', wholeMs),
    fetchChanges: read('changes', 0),
    onRead: (error) => errors.push(error?.message ?? null),
    nowMs: () => clock.nowMs,
    after: clock.after,
    idleMs: 60_000,
    wholeEveryMs,
    wholeApartMs,
  })
  const pass = async (ms: number, stepMs = ms) => {
    for (let passed = 0; passed < ms; passed += stepMs) {
      clock.advance(stepMs)
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    }
  }
  return { rhythm, reads, errors, pass, fail: (error?: Error) => (failure = error) }
}

test('the first read is of everything, then only what has changed is read, at most once a second', async () => {
  const { rhythm, reads, pass } = scene()
  rhythm.ask()
  await pass(1)
  for (let time = 0; time < 30; time += 1) {
    rhythm.ask()
    await pass(100)
  }
  expect(reads[0]).toBe('whole 0')
  expect(reads.length).toBeGreaterThanOrEqual(3)
  expect(reads.length).toBeLessThanOrEqual(4)
  expect(reads.slice(1).every((read) => read.startsWith('changes'))).toBe(true)
})

test('what was asked for while a read was under way is read after it', async () => {
  const { rhythm, reads, pass } = scene({ wholeMs: 3000 })
  rhythm.ask()
  await pass(1)
  rhythm.ask()
  await pass(2000)
  expect(reads).toEqual(['whole 0'])
  await pass(2000, 500)
  expect(reads.map((read) => read.split(' ')[0])).toEqual(['whole', 'changes'])
})

test('everything is read again after its time, or with a reason, but not more often than it is long', async () => {
  const { rhythm, reads, pass } = scene({ wholeMs: 5000 })
  rhythm.ask()
  await pass(6000, 1000)
  rhythm.askWhole()
  await pass(90_000, 1000)
  expect(reads.filter((read) => read.startsWith('whole'))).toHaveLength(1)
  await pass(60_000, 1000)
  expect(reads.filter((read) => read.startsWith('whole'))).toHaveLength(2)
})

test('without a question something is read each minute, and everything after its time', async () => {
  const { rhythm, reads, pass } = scene()
  rhythm.ask()
  await pass(400_000, 1000)
  expect(reads.filter((read) => read.startsWith('whole'))).toHaveLength(2)
  expect(reads.filter((read) => read.startsWith('changes')).length).toBeGreaterThanOrEqual(4)
})

test('a read that fails is notified, and tried again after pauses that grow', async () => {
  const { rhythm, reads, errors, pass, fail } = scene()
  fail(new Error('gone'))
  rhythm.ask()
  await pass(100_000, 500)
  expect(errors.every((error) => error === 'gone')).toBe(true)
  expect(reads.length).toBeGreaterThan(4)
  expect(reads.length).toBeLessThan(9)
  expect(reads.every((read) => read.startsWith('whole'))).toBe(true)
  fail(undefined)
  await pass(31_000, 500)
  expect(errors.at(-1)).toBeNull()
})

test('a rhythm that was stopped reads nothing, tells nothing, and begins again with everything', async () => {
  const { rhythm, reads, errors, pass } = scene({ wholeMs: 1000 })
  rhythm.ask()
  await pass(1)
  rhythm.stop()
  await pass(200_000, 1000)
  expect([reads.length, errors]).toEqual([1, []])
  rhythm.ask()
  await pass(2000, 500)
  expect(reads).toHaveLength(2)
  expect(reads[1]).toMatch(/^whole/)
  expect(errors).toEqual([null])
})
