/** @file Greens of junctions from independent signals: what a late sample shows counts as if it had come in time. */
import { PHASES } from '@greenwave/controller/controllerLimits'
import { newJunction } from '@greenwave/observer/junction'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { RULES } from '@greenwave/observer/rules/table'
import type { Message } from '@greenwave/observer/sample'
import { PLAIN, plainAttributes, plainCounts } from '@greenwave/observer/testing/independentController'
import { expect, test } from 'vitest'
import { GreensSeen } from '@greenwave/coordination/observed/GreensSeen'

/** 08:00:00 in the controllers' zone, a whole number of cycles after midnight. */
const EIGHT = Date.UTC(2026, 10, 22, 1)
const EIGHT_SECONDS = 8 * 3600
const observer = createObserver(RULES, learned)

/** Returns when each phase was seen green and when not seen, in seconds after eight. */
function seenIn(messages: readonly Message[]) {
  const greens = new GreensSeen(PHASES)
  let junction = observer.attributes(newJunction(EIGHT), plainAttributes(PLAIN, EIGHT - 7_200_000), EIGHT).junction
  for (const message of messages.toSorted((a, b) => a.ts - b.ts)) {
    const after = observer.message(junction, message).junction
    greens.fold(junction, after)
    junction = after
  }
  const inSeconds = (spans: readonly { fromMs: number; untilMs: number }[]) =>
    spans.map(({ fromMs, untilMs }) => [(fromMs - EIGHT) / 1000, (untilMs - EIGHT) / 1000])
  return PHASES.map((phase) => {
    const seen = greens.seen(phase, junction.street?.sample.ts ?? null)
    return { greens: inSeconds(seen.greens), gaps: inSeconds(seen.gaps) }
  })
}

const exact = (second: number): number | null => EIGHT + second * 1000
/** Lists 150 seconds of signals; those of `late` arrive so many milliseconds late. */
function secondsWith(late: Readonly<Record<number, number>>, clock: (second: number) => number | null) {
  return Array.from({ length: 150 }, (_, second): Message => {
    const ts = EIGHT + second * 1000 + (late[second] ?? 0)
    return { ts, counts: plainCounts(PLAIN, EIGHT_SECONDS + second), clockMs: clock(second), receivedMs: ts }
  })
}

// Cycles of 45 s: phase 1 is green from second 0 for 18 s, phase 2 from 22 for 9 s, phase 3 from 35 for 6 s.
test.each([
  ['in the middle of a green', { 50: 1400 }],
  ['in the first second of a green', { 45: 1900 }],
  ['in the last second of a green', { 62: 1300 }],
  ['in the first second after a green', { 63: 1600 }],
  ['twice in a row', { 66: 2400, 67: 1450 }],
  ['in three cycles', { 22: 1200, 63: 1100, 115: 1800 }],
])('a sample that newer ones overtake %s makes no gap and no other green', (_, late) => {
  for (const clock of [exact, () => null]) {
    const inTime = seenIn(secondsWith({}, clock))
    expect(inTime[0]?.greens.slice(1)).toEqual([
      [45, 63],
      [90, 108],
      [135, 150],
    ])
    expect(seenIn(secondsWith(late, clock))).toEqual(inTime)
  }
})

test('a second that never comes stays a gap', () => {
  const [first] = seenIn(secondsWith({}, exact).toSpliced(50, 1))
  expect(first?.gaps.slice(1, -1)).toEqual([[50, 51]])
  expect(first?.greens.slice(1, 3)).toEqual([
    [45, 50],
    [51, 63],
  ])
})

test('a value that comes in a message of its own completes its second', () => {
  const messages = secondsWith({}, () => null)
  const whole = messages[50]
  if (!whole) throw new Error('there is no second 50')
  const { counts } = whole
  const part = (from: number, until: number, lateMs: number): Message => ({
    ...whole,
    ts: whole.ts + lateMs,
    counts: counts.map((count, place) => (place >= from && place < until ? count : -1)),
  })
  expect(seenIn(messages.toSpliced(50, 1, part(3, 9, 0), part(0, 3, 80)))).toEqual(seenIn(messages))
})
