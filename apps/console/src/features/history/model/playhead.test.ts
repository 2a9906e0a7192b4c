import { describe, expect, test } from 'vitest'
import { SPANS } from './historyAddress.ts'
import { moveByKey } from './moveByKey.ts'
import { Playhead } from './Playhead.ts'

const NOW = Date.UTC(2026, 10, 22, 9)
const MINUTE = 60_000

/** A playhead whose time passes when `pass` is called. */
function playheadAt(atMs?: number, span: keyof typeof SPANS = '10m') {
  let waiting: { ms: number; callback: () => void } | undefined
  const after = (ms: number, callback: () => void) => {
    waiting = { ms, callback }
    return () => {
      waiting = undefined
    }
  }
  const playhead = new Playhead(atMs, span, { nowMs: () => NOW, after })
  return {
    playhead,
    pass: () => {
      const { ms, callback } = waiting ?? { ms: 0, callback: () => undefined }
      waiting = undefined
      callback()
      return ms
    },
    isWaiting: () => waiting !== undefined,
  }
}

const key = (name: string, more = {}) => ({
  ...{ key: name, shiftKey: false, altKey: false, ctrlKey: false, metaKey: false },
  ...more,
})

test('begins at the second that was asked for, or now, within its span', () => {
  const { state } = playheadAt(NOW - 60 * MINUTE + 321).playhead
  expect(state.atMs).toBe(NOW - 60 * MINUTE)
  expect(state.untilMs - state.fromMs).toBe(SPANS['10m'])
  expect(state.fromMs).toBe(state.atMs - 7 * MINUTE)
  const now = playheadAt().playhead.state
  expect(now.atMs).toBe(NOW)
  expect(now.untilMs).toBeGreaterThan(NOW)
  expect(now.untilMs - NOW).toBeLessThan(MINUTE)
})

test('the view stands still while the cursor is in it, and follows it where it leaves', () => {
  const { playhead } = playheadAt(NOW - 60 * MINUTE)
  const { fromMs, untilMs } = playhead.state
  playhead.moveTo(untilMs - 1000)
  expect(playhead.state.fromMs).toBe(fromMs)
  playhead.moveTo(untilMs)
  expect(playhead.state.fromMs).toBe(untilMs - 7 * MINUTE)
})

test('the future, and times before there were any, are not shown', () => {
  const { playhead } = playheadAt(NOW - MINUTE)
  playhead.moveTo(NOW + 5 * MINUTE)
  expect(playhead.state.atMs).toBe(NOW)
  playhead.moveTo(-5)
  expect(playhead.state.atMs).toBe(Date.UTC(2000, 0, 1))
})

describe('keys', () => {
  test.each([
    ['ArrowRight', {}, 1000],
    ['ArrowLeft', {}, -1000],
    ['ArrowRight', { shiftKey: true }, MINUTE],
    ['ArrowLeft', { shiftKey: true }, -MINUTE],
    ['PageUp', {}, -10 * MINUTE],
    ['PageDown', {}, 10 * MINUTE],
    ['Home', {}, -7 * MINUTE],
    ['End', {}, 3 * MINUTE - 1000],
  ])('%s %o moves by %i ms', (name, more, ms) => {
    const atMs = NOW - 60 * MINUTE
    const { playhead } = playheadAt(atMs)
    expect(moveByKey(playhead, key(name, more))).toBe(true)
    expect(playhead.state.atMs - atMs).toBe(ms)
    expect(playhead.state.untilMs - playhead.state.fromMs).toBe(SPANS['10m'])
  })

  test('others, and those of the browser, do nothing', () => {
    const { playhead } = playheadAt()
    const { state } = playhead
    expect(moveByKey(playhead, key('a'))).toBe(false)
    expect(moveByKey(playhead, key('ArrowLeft', { altKey: true }))).toBe(false)
    expect(moveByKey(playhead, key('toString'))).toBe(false)
    expect(playhead.state).toBe(state)
  })
})

test('another span keeps the second at the cursor', () => {
  const { playhead } = playheadAt(NOW - 60 * MINUTE)
  playhead.setSpan('7d')
  expect(playhead.state).toMatchObject({ atMs: NOW - 60 * MINUTE, span: '7d' })
  expect(playhead.state.untilMs - playhead.state.fromMs).toBe(SPANS['7d'])
  expect(playhead.state.untilMs).toBeLessThan(NOW + 0.05 * SPANS['7d'])
})

test.each([
  [1, 1000, 1000],
  [10, 100, 1000],
  [60, 100, 6000],
] as const)('play at %i times moves on until now, in steps that can be seen', (speed, everyMs, stepMs) => {
  const { playhead, pass, isWaiting } = playheadAt(NOW - 12_000)
  playhead.play(speed)
  expect(pass()).toBe(everyMs)
  expect(playhead.state).toMatchObject({ atMs: NOW - 12_000 + stepMs, speed })
  for (let step = 0; step < 20 && isWaiting(); step += 1) pass()
  expect(playhead.state).toMatchObject({ atMs: NOW, speed: null })
})

test('a pause stops it, and listeners hear of each change once', () => {
  const { playhead, isWaiting } = playheadAt(NOW - 60 * MINUTE)
  let heard = 0
  const end = playhead.onChange(() => {
    heard += 1
  })
  playhead.play(1)
  playhead.pause()
  expect([heard, isWaiting()]).toEqual([2, false])
  playhead.pause()
  playhead.moveTo(playhead.state.atMs)
  expect(heard).toBe(2)
  end()
  playhead.moveTo(NOW)
  expect(heard).toBe(2)
})
