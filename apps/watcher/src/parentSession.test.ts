import { testToken } from '@greenwave/client/testing/testTokens'
import { expect, test, vi } from 'vitest'
import { askParent, ParentSession } from './parentSession.ts'

const START = 1_795_000_000_000

test('asks once for all calls, and again before its token expires', async () => {
  let nowMs = START
  const ask = vi.fn(async () => testToken({ issuedAtMs: nowMs, lifeMs: 9_000_000 }))
  const session = new ParentSession({ ask, nowMs: () => nowMs })
  const [first, second] = await Promise.all([session.tokenForCall(), session.tokenForCall()])
  expect([first, ask.mock.calls.length]).toEqual([second, 1])
  nowMs += 8_000_000
  expect(await session.tokenForCall()).toBe(first)
  nowMs += 500_000
  expect(await session.tokenForCall()).not.toBe(first)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('after a refusal it asks anew, but not without a pause', async () => {
  let nowMs = START
  const ask = vi.fn(async () => testToken({ issuedAtMs: nowMs }))
  const session = new ParentSession({ ask, nowMs: () => nowMs })
  const token = await session.tokenForCall()
  expect(await session.onUnauthorized(token)).toBeNull()
  nowMs += 5_000
  const newer = await session.onUnauthorized(token)
  expect(newer).not.toBe(token)
  // Another call that was refused with the old token takes the new one.
  expect(await session.onUnauthorized(token)).toBe(newer)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('a parent answers all that wait, and other messages are not for them', async () => {
  let tell: (message: unknown) => void = () => {}
  const send = vi.fn()
  const ask = askParent({
    send,
    onMessage: (listener) => {
      tell = listener
    },
  })
  const answers = Promise.all([ask(), ask()])
  for (const odd of ['stop', null, { ask: 'token' }]) tell(odd)
  tell({ token: 'abc' })
  expect(await answers).toEqual(['abc', 'abc'])
  expect(send).toHaveBeenCalledWith({ ask: 'token' })
})

test('a parent that does not answer is a failure that passes', async () => {
  vi.useFakeTimers()
  try {
    const ask = askParent({ send: () => {}, onMessage: () => {} })
    const [answer] = await Promise.allSettled([ask(), vi.advanceTimersByTimeAsync(10_000)])
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('gave no token') } })
  } finally {
    vi.useRealTimers()
  }
})
