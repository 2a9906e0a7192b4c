/** @file What the network does to samples is nothing that the signals do (signal-control §6, edges). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cycle, isEvaluable, litAt } from './cycle.ts'
import { litLamps } from './lit.ts'
import { recordedCycles } from './recordedCycles.ts'
import type { Message } from './sample.ts'
import { type History, play } from './testing/history.ts'
import { PLAIN, type PlainController, plainAttributes, plainCounts } from './testing/independentController.ts'
import { record } from './testing/record.ts'
import { overtakenPlace, secondsByNext, stepBetween } from './sampleSteps.ts'
import { arrivals, LATE_LINE, type Line, type SentSecond, seededRandom } from './testing/lines.ts'

/** 08:00:00 in the controllers' zone, a whole number of cycles after midnight. */
const EIGHT = Date.UTC(2026, 10, 22, 1)
const ZONE_MS = 7 * 3_600_000
const CYCLE = 45

/** The clock of a controller: what it shows when the platform's clock shows a time; null for none. */
type Clock = (sentMs: number) => number | null
const exact = (sentMs: number): number => Math.floor(sentMs / 1000) * 1000

/** Sends a controller's seconds. Lamps follow the clock where there is one. */
function send(controller: PlainController, seconds: number, clock: Clock, phaseMs: number): readonly SentSecond[] {
  return Array.from({ length: seconds }, (_, second) => {
    const sentMs = EIGHT + second * 1000 + phaseMs
    const clockMs = clock(sentMs)
    const secondOfDay = (((clockMs ?? exact(sentMs)) + ZONE_MS) / 1000) % 86_400
    return { sentMs, counts: plainCounts(controller, secondOfDay), clockMs }
  })
}

function historyOf(controller: PlainController, messages: readonly Message[]): History {
  const history: History[number][] = [
    { kind: 'link', link: { connected: true, sinceMs: EIGHT - 3_600_000 }, atMs: EIGHT - 1 },
    { kind: 'attributes', attributes: plainAttributes(controller, EIGHT - 7_200_000), atMs: EIGHT - 1 },
  ]
  for (const message of messages) {
    history.push({ kind: 'message', message }, { kind: 'tick', atMs: message.ts })
  }
  return history
}

/** Returns how often a recorded second differs from the one that was sent; unknown ones do not count. */
function wrongSeconds(cycles: readonly Cycle[], sent: readonly SentSecond[]): number {
  const litBy = new Map(sent.map(({ clockMs, counts }) => [clockMs, litLamps(counts)]))
  let wrong = 0
  for (const cycle of cycles) {
    for (let second = 0; second < cycle.seconds; second += 1) {
      const lit = litAt(cycle, second)
      const shouldBe = litBy.get((cycle.startClockMs ?? 0) + second * 1000)
      if (lit !== null && lit !== shouldBe) wrong += 1
    }
  }
  return wrong
}

const HOURS_3 = 3 * 3600
const CLOCKS: Readonly<Record<string, Clock>> = {
  'an exact clock': exact,
  'no clock': () => null,
}
const LINES: Readonly<Record<string, Line>> = {
  'up to 0.99 s late': LATE_LINE,
  'one of a hundred late': { ...LATE_LINE, lateShare: 0.01 },
  'bursts after up to 2 s': { ...LATE_LINE, burstShare: 0.01 },
}

describe('samples that arrive late', () => {
  for (const [clockName, clock] of Object.entries(CLOCKS)) {
    test.each(Object.keys(LINES))(
      `${clockName}, %s: every cycle is recorded as it was, and nothing is raised`,
      (name) => {
        const line = LINES[name] ?? LATE_LINE
        for (const [seed, phaseMs] of [3, 500, 940].entries()) {
          const sent = send(PLAIN, HOURS_3, clock, phaseMs)
          const { changes, cycles } = play(historyOf(PLAIN, arrivals(sent, line, seededRandom(seed + 1))))
          expect(changes).toEqual([])
          // The first begins with the first sample; the next ones within 5 s after it.
          const whole = cycles.slice(1)
          expect(whole.length).toBeGreaterThanOrEqual(HOURS_3 / CYCLE - 2)
          expect(whole.filter(({ seconds }) => seconds !== CYCLE)).toEqual([])
          expect(whole.filter((cycle) => !isEvaluable(cycle))).toEqual([])
          if (clock !== CLOCKS['no clock']) expect(wrongSeconds(cycles, sent)).toBe(0)
        }
      },
    )
  }

  test('a missing value begins no green and ends none', () => {
    const line = { ...LATE_LINE, missingShare: 0.01 }
    const sent = send(PLAIN, HOURS_3, exact, 200)
    const { changes, cycles } = play(historyOf(PLAIN, arrivals(sent, line, seededRandom(5))))
    expect(changes).toEqual([])
    expect(cycles.slice(1).filter(({ whole, seconds }) => whole && seconds !== CYCLE)).toEqual([])
    expect(cycles.length).toBeLessThanOrEqual(HOURS_3 / CYCLE + 1)
    expect(wrongSeconds(cycles, sent)).toBe(0)
  })

  test('a first sample without a value begins no green with the next one', () => {
    const sent = send(PLAIN, 200, exact, 200)
    const [first, ...others] = arrivals(sent, { ...LATE_LINE, lateShare: 0 }, seededRandom(1))
    const counts = first?.counts.map((count, place) => (place === 2 ? -1 : count)) ?? []
    const messages = [...(first ? [{ ...first, counts }] : []), ...others]
    const { cycles } = play(historyOf(PLAIN, messages))
    expect(cycles.map(({ startMs, seconds }) => [Math.round((startMs - EIGHT) / 1000), seconds])).toEqual([
      [0, 45],
      [45, 45],
      [90, 45],
      [135, 45],
    ])
  })

  test('a sample that was overtaken is put where it belongs, and adds no second', () => {
    const sent = send(PLAIN, 200, exact, 200)
    const messages = sent.map(({ sentMs, counts, clockMs }, nth) => {
      const ts = nth === 60 ? sentMs + 2050 : sentMs
      return { ts, counts, clockMs, receivedMs: ts }
    })
    messages.sort((a, b) => a.ts - b.ts)
    const { cycles } = play(historyOf(PLAIN, messages))
    expect(cycles.map(({ seconds }) => seconds)).toEqual([45, 45, 45, 45])
    expect(cycles[1]?.missing).toBe(0)
    expect(wrongSeconds(cycles, sent)).toBe(0)
  })
})

describe.each(Object.entries(CLOCKS))('a single sample that is overtaken, from a controller with %s', (_, clock) => {
  /** Returns a history in which samples come `lateMs` late, after those that were sent later. */
  const historyWith = (late: Readonly<Record<number, number>>, seconds = 200): History => {
    const messages = send(PLAIN, seconds, clock, 200).map(({ sentMs, counts, clockMs }, second) => {
      const ts = sentMs + (late[second] ?? 0)
      return { ts, counts, clockMs, receivedMs: ts }
    })
    return historyOf(
      PLAIN,
      messages.sort((a, b) => a.ts - b.ts),
    )
  }

  test.each([1050, 1850])('%i ms late is put where it belongs, and every cycle is evaluated', (lateMs) => {
    for (let nth = 50; nth < 94; nth += 1) {
      const { changes, cycles } = play(historyWith({ [nth]: lateMs }))
      expect([nth, changes]).toEqual([nth, []])
      expect([nth, cycles.filter(isEvaluable).map(({ seconds }) => seconds)]).toEqual([nth, [45, 45, 45]])
    }
  })

  test('leaves the windows of a quarter of an hour as they would be had it come in time', () => {
    const inTime = record(historyWith({}, 1000))
    // Beside each change of lamps of a cycle, and beside the end of the window.
    for (const nth of [854, 855, 872, 873, 876, 877, 898, 899, 900, 901, 918, 944, 945]) {
      expect([nth, record(historyWith({ [nth]: 1850 }, 1000))]).toEqual([nth, inTime])
    }
    expect(record(historyWith({ 880: 1850, 883: 1850, 899: 1050, 901: 1850 }, 1000))).toEqual(inTime)
  })

  test('raises nothing', () => {
    const conflict = [0, 0, 9, 0, 0, 9, 9, 0, 0]
    const history = historyWith({ 61: 1850 }).map((input): History[number] => {
      if (input.kind !== 'message') return input
      const second = Math.floor((input.message.ts - EIGHT - (input.message.ts % 1000 === 50 ? 1850 : 0)) / 1000)
      return second === 60 || second === 61 ? { ...input, message: { ...input.message, counts: conflict } } : input
    })
    expect(play(history).changes).toEqual([])
  })
})

describe('samples of a controller without a clock', () => {
  const none = () => null

  test('that arrive at once are two seconds, also where the platform dates them alike', () => {
    const messages = send(PLAIN, 200, none, 200).map(({ sentMs, counts, clockMs }, second) => {
      const ts = second === 56 ? sentMs + 1000 : sentMs
      return { ts, counts, clockMs, receivedMs: ts }
    })
    const { cycles } = play(historyOf(PLAIN, messages))
    expect(cycles.map(({ seconds, missing }) => [seconds, missing])).toEqual([45, 45, 45, 45].map((one) => [one, 0]))
  })

  test.each([
    ['and the next one is late', 177, 0, { 178: 890 }],
    ['where a lamp changes, and is late itself', 175, 0, { 175: 890 }],
    ['where its cycle begins, and is late itself', 90, 3, { 90: 890 }],
  ])(
    'of which one lacks the only value that counts, %s, are as many seconds as were sent',
    (_, lacking, lamp, late) => {
      const controller = { ...PLAIN, redClearance: 2, programs: [{ greens: [40, 40, 0], starts: [0, 45, 0] }] } as const
      const lateMs: Readonly<Record<number, number>> = late
      const messages = send(controller, 300, none, 200).map(({ sentMs, counts, clockMs }, second) => {
        const ts = sentMs + (lateMs[second] ?? 0)
        const lacks = second === lacking ? counts.map((count, place) => (place === lamp ? -1 : count)) : counts
        return { ts, counts: lacks, clockMs, receivedMs: ts }
      })
      const cycles = recordedCycles(record(historyOf(controller, messages))).slice(0, 3)
      expect(cycles.map((cycle) => [cycle.seconds, cycle.missing])).toEqual([
        [90, 0],
        [90, 1],
        [90, 0],
      ])
    },
  )

  test('of which one is late and the next one overtaken are as many seconds as were sent', () => {
    const messages = send(PLAIN, 200, none, 200).map(({ sentMs, counts, clockMs }, second) => {
      const ts = sentMs + ({ 78: 1170, 79: 1550 }[second] ?? 0)
      return { ts, counts, clockMs, receivedMs: ts }
    })
    messages.sort((a, b) => a.ts - b.ts)
    const { changes, cycles } = play(historyOf(PLAIN, messages))
    expect(changes).toEqual([])
    expect(cycles.filter(isEvaluable).map(({ seconds }) => seconds)).toEqual([45, 45, 45])
  })
})

describe('the place of a sample that was overtaken', () => {
  const at = (second: number, clock: number | null, ...counts: number[]) => ({
    ts: EIGHT + second * 1000,
    counts,
    clockMs: clock === null ? null : EIGHT + clock * 1000,
  })
  const newest = [
    { sample: at(3, null, 4, 0, 0, 1, 0, 0, 0, 0, 4), second: 3 },
    { sample: at(5, 5, 0, 0, 2, 0, 0, 2, 0, 0, 2), second: 5 },
  ]

  test('follows from the countdowns where a sample before it has no clock', () => {
    const late = at(5.5, 4, 3, 0, 0, 1, 0, 0, 0, 0, 3)
    expect(overtakenPlace(newest, late)).toEqual({ place: 0, second: 4, ts: EIGHT + 4000 })
  })

  test('is never before a sample whose clock shows an earlier time, whatever the countdowns say', () => {
    expect(overtakenPlace(newest, at(7, 7, 3, 0, 0, 1, 0, 0, 6, 0, 0))).toBeNull()
  })

  test('is never before a sample whose countdown has more seconds left', () => {
    const green = (second: number, left: number) => ({ sample: at(second, null, 0, 0, left), second })
    // The lamp counts its last 3 s only, and second 4 was lost.
    const counted = [green(3, 1), green(5, 1), green(6, 3)]
    expect(overtakenPlace(counted, green(6.2, 2).sample)).toBeNull()
    expect(overtakenPlace(counted.with(2, green(6, 0)), green(6.2, 2).sample)).not.toBeNull()
  })
})

describe('the second of a sample by the countdowns of the next one', () => {
  const at = (second: number, ...counts: number[]) => ({ ts: EIGHT + second * 1000, counts, clockMs: null })
  const before = at(0, 0, 0, 25, 30, 0, 0, 1, 0, 0)

  test('is one that it was sent in up to two seconds before it arrived', () => {
    const [late, next] = [at(27, 0, 3, 0, 0, 0, 0, 1, 0, 0), at(27.2, 0, 2, 0, 4, 0, 0, 1, 0, 0)]
    expect(secondsByNext(before, late, next)).toBe(25)
  })

  test('is unknown after a gap, where countdowns that fit are those of another cycle', () => {
    const [first, next] = [at(46, 0, 3, 0, 0, 0, 0, 1, 0, 0), at(47, 0, 2, 0, 4, 0, 0, 1, 0, 0)]
    expect(secondsByNext(before, first, next)).toBeNull()
  })
})

describe('the seconds between two samples', () => {
  test('are those of an even clock, whenever they arrive', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 86_000 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 1990 }),
        fc.integer({ min: 0, max: 1990 }),
        (second, seconds, late, nextLate) => {
          const at = (nth: number, lateMs: number) => ({
            ts: EIGHT + nth * 1000 + lateMs,
            counts: plainCounts(PLAIN, nth),
            clockMs: EIGHT + nth * 1000,
          })
          const [before, next] = [at(second, late), at(second + seconds, nextLate)]
          fc.pre(next.ts > before.ts)
          expect(stepBetween(before, next)).toEqual({ seconds, isConfirmed: true, clockSet: false })
        },
      ),
    )
  })

  test('are those of the countdowns without a clock, and of the arrival where these say nothing', () => {
    const red = (count: number) => ({ ts: EIGHT, counts: [count, 0, 0, 1, 0, 0, 0, 0, 9], clockMs: null })
    const later = (ms: number, count: number) => ({ ...red(count), ts: EIGHT + ms })
    expect(stepBetween(red(30), { ...later(1790, 29), counts: [29, 0, 0, 1, 0, 0, 0, 0, 8] }).seconds).toBe(1)
    expect(stepBetween(red(30), { ...later(2900, 27), counts: [27, 0, 0, 1, 0, 0, 0, 0, 6] }).seconds).toBe(3)
    expect(stepBetween(red(30), later(2100, 30)).seconds).toBe(2)
  })

  test('follow from the arrival where the clock was set', () => {
    const at = (ms: number, clockMs: number, count: number) => ({
      ts: EIGHT + ms,
      counts: [count, 0, 0, 1, 0, 0, 0, 0, 0],
      clockMs: EIGHT + clockMs,
    })
    expect(stepBetween(at(0, 0, 30), at(1000, 41_000, 29))).toEqual({ seconds: 1, isConfirmed: true, clockSet: true })
    expect(stepBetween(at(0, 0, 30), at(1000, 3000, 29))).toEqual({ seconds: 1, isConfirmed: true, clockSet: true })
    expect(stepBetween(at(0, 0, 30), at(1000, -1000, 29))).toMatchObject({ seconds: 1, clockSet: true })
  })
})
