import { describe, expect, test } from 'vitest'
import { obeyingLimits } from './callLimits.ts'

const INIT = { method: 'GET', headers: {} }
const ok = () => new Response('done')
const refused = (retryAfter?: string) =>
  new Response('', { status: 429, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } })

/** Makes a `fetch` that gives these answers in turn, and notes when it is asked and how long is waited. */
function limited(...answers: readonly (() => Response)[]) {
  let nowMs = Date.parse('2026-11-22T00:00:00Z')
  const pauses: number[] = []
  let asked = 0
  const fetch = obeyingLimits({
    fetch: async () => {
      asked += 1
      return (answers[asked - 1] ?? ok)()
    },
    nowMs: () => nowMs,
    wait: async (ms) => {
      pauses.push(ms)
      nowMs += ms
    },
  })
  return { fetch: () => fetch('', INIT), pauses, asked: () => asked }
}

describe('a call that is refused because there are too many', () => {
  test.each([
    ['7', [7000]],
    ['Sun, 22 Nov 2026 00:00:30 GMT', [30_000]],
    ['0', []],
    ['soon', [500]],
    [undefined, [500]],
  ])('with Retry-After %s is sent again after %j ms', async (header, expected) => {
    const { fetch, pauses } = limited(() => refused(header))
    expect((await fetch()).status).toBe(200)
    expect(pauses).toEqual(expected)
  })

  test('waits longer each time, a minute at most, and gives up after fifty refusals', async () => {
    const { fetch, pauses, asked } = limited(...Array.from({ length: 60 }, () => () => refused()))
    expect((await fetch()).status).toBe(429)
    expect(asked()).toBe(50)
    expect(pauses.slice(0, 3)).toEqual([500, 1000, 2000])
    expect(Math.max(...pauses)).toBe(60_000)
  })

  test('is given up at once if it is to wait for more than a quarter of an hour', async () => {
    const { fetch, pauses } = limited(() => refused('901'))
    expect((await fetch()).status).toBe(429)
    expect(pauses).toEqual([])
  })

  test('lets no other call go before its time', async () => {
    const { fetch, pauses, asked } = limited(() => refused('5'))
    await fetch()
    expect(asked()).toBe(2)
    expect(pauses).toEqual([5000])
    await Promise.all([fetch(), fetch()])
    expect(pauses).toEqual([5000])
  })
})
