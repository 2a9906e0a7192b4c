import { uniformDisplay } from '@greenwave/controller/display'
import { phaseStatesOf } from '@greenwave/observer/replay/columns'
import type { Span } from '@greenwave/observer/replay/gaps'
import { litOf, QUARTER_MS, QUARTER_SECONDS, type Quarter } from '@greenwave/observer/replay/quarter'
import type { ReplayDisplay } from '@greenwave/observer/replay/recordedStyles'
import type { Sample } from '@greenwave/observer/sample'
import { expect, test, vi } from 'vitest'
import { RECENT_MS, RecentSeconds } from './RecentSeconds.ts'

const START = Date.UTC(2026, 10, 22, 1)

/** A sample in which only this lamp is lit, of nine. */
const sample = (ts: number, lit: number): Sample => ({
  ts,
  counts: Array.from({ length: 9 }, (_, place) => (place === lit ? 5 : 0)),
  clockMs: null,
})

function recentWith(kept: readonly Quarter[] = []) {
  const asked: Span[] = []
  const lamps = async (span: Span) => {
    asked.push(span)
    return kept
  }
  return { recent: new RecentSeconds({ lamps, displays: async () => undefined }, () => START), asked }
}

const litAt = (recent: RecentSeconds, ms: number) =>
  Math.log2(litOf(recent.quarterAt(START)?.lamps[(ms - START) / 1000] ?? 0))

test('live samples stand in their seconds, each once, and only what was missed between them is read', () => {
  const { recent, asked } = recentWith()
  recent.put([sample(START + 300, 1)])
  recent.put([sample(START + 300, 1), sample(START + 1300, 2)])
  recent.put([sample(START + 1300, 7)])
  expect([litAt(recent, START), litAt(recent, START + 1000)]).toEqual([1, 2])
  expect(asked).toEqual([])
  recent.put([sample(START + 9300, 3)])
  recent.put([sample(START + 9300 + 2 * RECENT_MS, 3)])
  expect(asked).toEqual([
    { fromMs: START + 1300, untilMs: START + 9300 },
    { fromMs: START + 9300 + RECENT_MS, untilMs: START + 9300 + 2 * RECENT_MS },
  ])
})

test('a second that no sample falls into, because of the network, is no gap; a missed one is', () => {
  const { recent } = recentWith()
  recent.put([sample(START + 990, 1), sample(START + 2010, 2), sample(START + 4200, 3)])
  expect([0, 1, 2, 3, 4].map((second) => litAt(recent, START + second * 1000))).toEqual([
    ...[1, 1, 2],
    Number.NEGATIVE_INFINITY,
    3,
  ])
})

test('what the platform kept fills in what was not seen live, and old quarters are forgotten', async () => {
  const lamps = new Uint32Array(QUARTER_SECONDS).fill(1 << 5)
  const kept = { startMs: START, source: 'samples', lamps, clockMs: new Float64Array(0), counts: null } as const
  const { recent, asked } = recentWith([{ ...kept, takenMs: null }])
  recent.put([sample(START + 1300, 1)])
  const notified = new Promise<void>((resolve) => void recent.onChange(resolve))
  recent.attach()
  await notified
  expect(asked).toEqual([{ fromMs: START - RECENT_MS, untilMs: START }])
  expect([litAt(recent, START), litAt(recent, START + 1000)]).toEqual([5, 1])
  recent.put([sample(START + 3 * QUARTER_MS, 1)])
  expect(recent.quarterAt(START)).toBeUndefined()
})

test('what arrives before the displays are known is read by them: a phase that hides its lamp is not dark', async () => {
  let answer = (_displays: ReplayDisplay) => {}
  const displays = new Promise<ReplayDisplay>((resolve) => {
    answer = resolve
  })
  const recent = new RecentSeconds({ lamps: async () => [], displays: () => displays }, () => START)
  recent.attach()
  recent.put([sample(START + 300, 0)])
  recent.put([sample(START + 1300, 0)])
  const hides = { kind: 'last', seconds: 8, filler: 0, flash: 0 } as const
  answer({ display: uniformDisplay(hides), hidden: [0, 0, 0] })
  await vi.waitFor(() => expect(litAt(recent, START + 1000)).toBe(0))
  const states = [0, 1].map((second) => phaseStatesOf(recent.quarterAt(START)?.lamps[second] ?? 0))
  expect(states).toEqual([
    ['red', 'notShown', 'notShown'],
    ['red', 'notShown', 'notShown'],
  ])
})

test('what could not be read is known as such, and is read again', async () => {
  const asked: Span[] = []
  let isBroken = true
  const lamps = async (span: Span) => {
    asked.push(span)
    if (isBroken) throw new TypeError('no network')
    return []
  }
  const recent = new RecentSeconds({ lamps, displays: async () => undefined }, () => START)
  const changed = () => new Promise<void>((resolve) => void recent.onChange(resolve))
  const first = changed()
  recent.attach(60_000)
  await first
  expect(recent.failures).toEqual([new TypeError('no network')])
  isBroken = false
  const second = changed()
  recent.retry()
  await second
  expect(recent.failures).toEqual([])
  expect(asked).toEqual([1, 2].map(() => ({ fromMs: START - 60_000, untilMs: START })))
})
