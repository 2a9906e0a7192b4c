import { litLamps } from '../lit.ts'
import type { Message } from '../sample.ts'
import { PLAIN, plainCounts } from '../testing/independentController.ts'
import { arrivals, LATE_LINE, type Line, type SentSecond, seededRandom } from '../testing/lines.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUARTER_SECONDS, secondOf } from './quarter.ts'
import { sampledQuarter } from './sampledQuarter.ts'

const START = Date.UTC(2026, 10, 22, 1)

/** A sample whose first count tells it from others. */
function sample(ts: number, count: number, clockMs: number | null = START + count * 1000): Message {
  return { ts, counts: [count, 0, 0, 1, 0, 0, 1, 0, 0], clockMs, receivedMs: ts }
}

/** Returns the first count of the first seconds; null for no data. */
function shown(messages: readonly Message[], seconds: number): readonly (number | null)[] {
  const quarter = sampledQuarter(START, messages)
  return Array.from({ length: seconds }, (_, index) => secondOf(quarter, START + index * 1000).counts?.[0] ?? null)
}

/** Lists the seconds of a quarter as sent, five before it and after it included. */
function sentSeconds(
  phaseMs: number,
  clock: (sentMs: number) => number | null,
  value: (count: number) => number = (count) => count,
): readonly SentSecond[] {
  return Array.from({ length: 910 }, (_, nth) => {
    const sentMs = START + (nth - 5) * 1000 + phaseMs
    return { sentMs, counts: plainCounts(PLAIN, nth).map(value), clockMs: clock(sentMs) }
  })
}

describe('a quarter of samples', () => {
  test('shows each second once where samples come around the beginning of a second', () => {
    const around = [-40, 990, 2003, 2960, 4010, 5020, 5990].map((after, nth) => sample(START + after, nth + 1))
    expect(shown(around, 6)).toEqual([2, 3, 4, 5, 6, 7])
  })

  test('does so wherever samples come in their seconds and however they waver', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999 }),
        fc.array(fc.integer({ min: -120, max: 120 }), { minLength: 40, maxLength: 40 }),
        (phase, wavers) => {
          const messages = wavers.map((waver, nth) => sample(START + phase + nth * 1000 + waver, nth + 1))
          const counts = shown(messages, 39).filter((count) => count !== null)
          expect(counts.length).toBeGreaterThanOrEqual(38)
          expect(counts).toEqual(Array.from(counts, (_, nth) => (counts[0] ?? 0) + nth))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('leaves gaps open, however short, and shows a sample that came late in the second of its own time', () => {
    const messages = [0, 1, 4, 5].map((second) => sample(START + second * 1000 + 300, second + 1))
    expect(shown(messages, 6)).toEqual([1, 2, null, null, 5, 6])
    const late = [...messages, sample(START + 2300, 3)].sort((a, b) => a.ts - b.ts)
    expect(shown(late, 6)).toEqual([1, 2, 3, null, 5, 6])
  })

  test.each([0, 400, 980])(
    'shows every second that was sent %i ms after its beginning, however late it arrives',
    (phaseMs) => {
      const sent = sentSeconds(phaseMs, (sentMs) => Math.floor(sentMs / 1000) * 1000)
      const quarter = sampledQuarter(START, arrivals(sent, LATE_LINE, seededRandom(7)))
      for (let second = 0; second < 900; second += 1) {
        const { counts, clockMs } = secondOf(quarter, START + second * 1000)
        expect([second, counts, clockMs]).toEqual([second, sent[second + 5]?.counts, START + second * 1000])
      }
    },
  )

  const ticking = (sentMs: number): number => Math.floor(sentMs / 1000) * 1000
  const counted = (count: number): number => count
  const uncounted = (count: number): number => Math.min(1, count)

  const OVERTAKING: Readonly<Record<string, Line>> = {
    'on time': { ...LATE_LINE, lateShare: 0, overtakenShare: 0.02 },
    'up to 0.99 s late': { ...LATE_LINE, overtakenShare: 0.03 },
  }

  test.each([
    { name: 'countdowns and a clock', clock: ticking, value: counted, least: 900 },
    { name: 'countdowns without a clock', clock: () => null, value: counted, least: 900 },
    { name: 'a clock without countdowns', clock: ticking, value: uncounted, least: 900 },
    { name: 'neither clock nor countdowns', clock: () => null, value: uncounted, least: 840 },
  ])(
    'shows what was sent in a second or nothing, late or overtaken by newer ones: $name',
    ({ clock, value, least }) => {
      for (const [name, line] of Object.entries(OVERTAKING)) {
        for (let seed = 0; seed < 24; seed += 1) {
          const sent = sentSeconds([3, 500, 940][seed % 3] ?? 0, clock, value)
          const quarter = sampledQuarter(START, arrivals(sent, line, seededRandom(seed)))
          const seconds = Array.from({ length: 900 }, (_, second) => secondOf(quarter, START + second * 1000).counts)
          const wrong = seconds.flatMap((counts, second) => {
            return counts && counts.join() !== sent[second + 5]?.counts.join() ? [second] : []
          })
          expect([name, seed, wrong]).toEqual([name, seed, []])
          expect(seconds.filter((counts) => counts !== null).length).toBeGreaterThanOrEqual(least)
        }
      }
    },
  )

  test.each([8, 3])(
    'shows the lamps of each second where only the last %i s are counted and no clock is sent',
    (last) => {
      const lines = { late: LATE_LINE, overtaken: OVERTAKING['on time'] ?? LATE_LINE }
      for (const [name, line] of Object.entries(lines)) {
        for (let seed = 0; seed < 24; seed += 1) {
          const sent = sentSeconds(
            [3, 500, 940][seed % 3] ?? 0,
            () => null,
            (count) => (count <= last ? count : 1),
          )
          const quarter = sampledQuarter(START, arrivals(sent, line, seededRandom(seed)))
          const seconds = Array.from({ length: 900 }, (_, second) => secondOf(quarter, START + second * 1000))
          const wrong = seconds.flatMap(({ source, lit }, second) =>
            source && lit !== litLamps(sent[second + 5]?.counts ?? []) ? [second] : [],
          )
          expect([name, seed, wrong]).toEqual([name, seed, []])
          expect(seconds.filter(({ source }) => source !== null).length).toBeGreaterThanOrEqual(895)
        }
      }
    },
  )

  test('shows neither of two seconds where nothing says which was sent first, unless both show the same lamps', () => {
    const [green, yellow, red] = [
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ].map((phase) => [...phase, 1, 0, 0, 1, 0, 0])
    const at = (afterMs: number, counts: Message['counts'] = []): Message => {
      return { ts: START + afterMs, counts, clockMs: null, receivedMs: START + afterMs }
    }
    // Second 3 came a second late, and 4 too: or 4 came on time, and 3 was overtaken.
    const unsure = [at(1, green), at(1001, green), at(2001, green), at(4001, green), at(4301, yellow), at(5001, red)]
    const lit = (messages: readonly Message[]) =>
      [2, 3, 4, 5].map((second) => secondOf(sampledQuarter(START, messages), START + second * 1000).counts)
    expect(lit(unsure)).toEqual([green, null, null, red])
    expect(lit(unsure.with(4, at(4301, green)))).toEqual([green, green, green, red])
  })

  test('joins the parts of a sample, and knows which lamps are unknown', () => {
    const parts: Message[] = [
      { ts: START + 300, counts: [9, 0, 0, -1, -1, -1, -1, -1, -1], clockMs: null, receivedMs: 0 },
      { ts: START + 340, counts: [-1, -1, -1, 0, 0, 7, -1, -1, -1], clockMs: START, receivedMs: 0 },
    ]
    expect(secondOf(sampledQuarter(START, parts), START)).toEqual({
      atMs: START,
      source: 'samples',
      lit: 0b000_100_001,
      known: 0b000_111_111,
      notShown: 0,
      uncounted: 0,
      counts: [9, 0, 0, 0, 0, 7, -1, -1, -1],
      clockMs: START,
      takenMs: START + 300,
    })
  })

  test('is none without lamps in it', () => {
    expect(sampledQuarter(START, [])).toBeUndefined()
    expect(sampledQuarter(START, [sample(START - 2000, 1), sample(START + QUARTER_SECONDS * 1000, 2)])).toBeUndefined()
    const onlyClock: Message = { ts: START, counts: Array(9).fill(-1), clockMs: START, receivedMs: 0 }
    expect(sampledQuarter(START, [onlyClock])).toBeUndefined()
  })

  test('keeps the lamps where a later message of the second says nothing of them', () => {
    const nothing: Message = { ts: START + 900, counts: Array(9).fill(-1), clockMs: START + 1000, receivedMs: 0 }
    expect(shown([sample(START + 300, 5, null), nothing], 1)).toEqual([5])
  })
})
