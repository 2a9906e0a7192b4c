/** Compares what is kept with a slow reading of the same samples, over random stories of a junction. */
import { greenStart, isServed } from '@greenwave/controller/cycle'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cycle, litAt } from './cycle.ts'
import { newJunction } from './junction.ts'
import { learned } from './learnedStyles.ts'
import { createObserver } from './observer.ts'
import { recordedCycles } from './recordedCycles.ts'
import {
  knownSeconds,
  nextWindow,
  type OpenWindow,
  type RecordWindow,
  WINDOW_MS,
  windowOf,
  windowOver,
} from './recordWindow.ts'
import { RULES } from './rules/table.ts'
import type { Message } from './sample.ts'
import { type History, play, timeOf } from './testing/history.ts'
import { PLAIN, type PlainController, plainAttributes, plainCounts } from './testing/independentController.ts'
import { record } from './testing/record.ts'
import { EIGHT, Scene } from './testing/scene.ts'
import { anyStory, tell } from './testing/stories.ts'

const messagesOf = (history: History): readonly Message[] =>
  history.flatMap((input) => (input.kind === 'message' ? [input.message] : []))

/** The slow reading: the lamps of each second by the letters of their counts; scenes have samples at whole seconds. */
function lettersByTime(history: History): ReadonlyMap<number, string> {
  return new Map(
    messagesOf(history).map(({ ts, counts }) => {
      const phases = [0, 3, 6].map((first) => counts.slice(first, first + 3))
      const isKnown = phases.every((three) => three.some((count) => count > 0) || three.every((count) => count === 0))
      return [ts, isKnown ? phases.flatMap((three) => three.map((count) => (count > 0 ? '1' : '0'))).join('') : '?']
    }),
  )
}

function lettersOf(window: RecordWindow, second: number): string {
  const lit = litAt(window, second)
  return lit === null ? '?' : [0, 1, 2, 3, 4, 5, 6, 7, 8].map((bit) => (lit >> bit) & 1).join('')
}

describe('the windows of any story', () => {
  test('show each second as the controller published it, or say that nothing is known, and lose none', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const history = tell(story)
        const published = lettersByTime(history)
        const windows = record(history)
        let told = 0
        for (const window of windows) {
          for (let second = 0; second < window.seconds; second += 1) {
            const shown = lettersOf(window, second)
            expect([second, shown]).toEqual([second, published.get(window.startMs + second * 1000) ?? '?'])
            if (shown !== '?') told += 1
          }
        }
        expect(told).toBe([...published.values()].filter((letters) => letters !== '?').length)
        expect(told).toBe(windows.reduce((sum, window) => sum + knownSeconds(window), 0))
      }),
      { numRuns: 12 },
    )
  })

  test('are the same for whoever began to watch later', () => {
    fc.assert(
      fc.property(anyStory, fc.integer({ min: 0, max: 2 }), (story, skipped) => {
        const history = tell(story)
        const all = record(history)
        const from = (all[0]?.startMs ?? 0) + (1 + skipped) * WINDOW_MS - 60_000
        const late = record(history.filter((input) => input.kind !== 'message' || input.message.ts >= from))
        const lamps = ({ startMs, seconds, runs, cycles }: RecordWindow) => ({
          ...{ startMs, seconds, runs },
          begins: cycles.map(({ second, startClockMs, firstPhase, plan, program }) => [
            ...[second, startClockMs, firstPhase, plan, program],
          ]),
        })
        const after = (windows: readonly RecordWindow[]) => windows.filter(({ startMs }) => startMs > from).map(lamps)
        expect(after(late)).toEqual(after(all))
      }),
      { numRuns: 12 },
    )
  })

  test('have the cycles that the observer saw, also those that the end of a window cut', () => {
    fc.assert(
      fc.property(anyStory, (story) => {
        const history = tell(story)
        const { cycles } = play(history)
        // Where a change, a fault or a gap hides the green of phase 1, another green may be taken for a beginning.
        const isSure = (one: Cycle) => one.evaluated && !one.inChange && one.missing === 0 && one.firstPhase === 1
        // What one window takes for the second green of a phase is the first in the next.
        const endsSurely = (nth: number) => cycles[nth + 1]?.firstPhase === 1
        const seen = cycles.filter((one, nth) => one.whole && isSure(one) && endsSurely(nth))
        const kept = new Map(recordedCycles(record(history)).map((cycle) => [cycle.startMs, cycle]))
        for (const cycle of seen) {
          expect(kept.get(cycle.startMs)).toEqual(cycle)
        }
      }),
      { numRuns: 12 },
    )
  })
})

/** The slow reading of cycles: by the settings of the scene and the second of the day, from the samples alone. */
test('a program that runs undisturbed is kept as its settings say, cycle by cycle', () => {
  const { history } = new Scene().run(3000)
  const settings = play(history).junction.force
  const [first, ...cycles] = recordedCycles(record(history)).filter(({ whole }) => whole)
  expect(cycles.length).toBeGreaterThan(33)
  for (const cycle of cycles) {
    expect(cycle).toMatchObject({ seconds: 80, plan: 1, program: 1, firstPhase: 1, missing: 0, evaluated: true })
    expect(cycle.startMs % 80_000).toBe((first?.startMs ?? 0) % 80_000)
    cycle.phases.forEach((phase, index) => {
      const timing = settings?.program?.phases[index]
      expect(phase).toMatchObject({ green: timing && isServed(timing) ? timing.green : 0, yellow: 3, clearance: 2 })
      expect(cycle.runs.some(({ second }) => timing && second === greenStart(timing))).toBe(true)
    })
  }
})

describe('a window', () => {
  test('of a hold has one record of up to 15 min each', () => {
    const scene = new Scene().run(100)
    scene.set({ Mode: 1 })
    const cycles = recordedCycles(record(scene.run(3000).history))
    expect(cycles.at(-2)).toMatchObject({ whole: false, seconds: 900, plan: null, program: null, missing: 0 })
  })

  test('after silence and before it is one whose seconds are missing, and no cycle over it is whole', () => {
    const windows = record(new Scene().run(500).silence(1500).run(500).history)
    expect(windows.map(({ startMs }) => (startMs - EIGHT) / WINDOW_MS)).toEqual([0, 2])
    expect(windows.map(knownSeconds)).toEqual([500, 500])
    expect(windows.map(({ seconds }) => seconds)).toEqual([900, 700])
    const whole = recordedCycles(windows).filter((cycle) => cycle.whole)
    expect(whole.map(({ missing, seconds }) => [missing, seconds])).toEqual(whole.map(() => [0, 80]))
    expect(whole.length).toBeGreaterThan(8)
  })

  test('that is over without a next sample is as long as one that has one', () => {
    const { history } = new Scene().run(890).silence(30).run(1)
    const [expected] = record(history)
    let open: OpenWindow | null = null
    let before = newJunction(0)
    const { junction } = play(
      history.filter((input) => input.kind !== 'message' || input.message.ts < EIGHT + WINDOW_MS),
      RULES,
      ({ junction: after }) => {
        open = nextWindow(open, before, after).open
        before = after
      },
    )
    expect(open && windowOver(open, junction)).toEqual(expected)
  })

  test('of a controller whose samples come in parts is that of one whose do not', () => {
    const whole = new Scene().run(2000).history
    const parts: History = whole.flatMap((input): History => {
      if (input.kind !== 'message') return [input]
      const { message } = input
      const one = { ...message, clockMs: null, counts: message.counts.map((count, nth) => (nth < 5 ? count : -1)) }
      const other = {
        ...message,
        ts: message.ts + 40,
        counts: message.counts.map((count, nth) => (nth < 5 ? -1 : count)),
      }
      return [
        { ...input, message: one },
        { ...input, message: other },
      ]
    })
    expect(record(parts)).toEqual(record(whole))
  })

  test('whose clock runs fast or is set shows the lamps that were sent, in their order', () => {
    const observer = createObserver(RULES, learned)
    let junction = newJunction(EIGHT)
    let open: OpenWindow | null = null
    const ended: RecordWindow[] = []
    const sent = messagesOf(new Scene().run(1000).history)
    sent.forEach((message, nth) => {
      const ts = EIGHT + nth * 998
      const clockMs = EIGHT + nth * 1000 + (nth > 300 ? 41_000 : 0)
      const after = observer.message(junction, { ...message, ts, receivedMs: ts, clockMs }).junction
      const next = nextWindow(open, junction, after)
      junction = after
      open = next.open
      if (next.ended) ended.push(next.ended)
    })
    const [window] = ended
    expect(window && [windowOf(window.startMs), knownSeconds(window)]).toEqual([EIGHT, 902])
  })
})

describe('the first cycle of a plan', () => {
  /** Plan 2 begins at 08:15, exactly at the end of a cycle (R11). */
  const twoPlans = (firstStart: number): PlainController => ({
    ...PLAIN,
    programs: [
      { greens: [18, 9, 6 - firstStart], starts: [firstStart, 22 + firstStart, 35 + firstStart] },
      { greens: [14, 13, 6 - firstStart], starts: [firstStart, 18 + firstStart, 35 + firstStart] },
    ],
    plans: [
      { start: 0, program: 1 },
      { start: 29_700, program: 2 },
    ],
  })
  const START = Date.UTC(2026, 10, 22, 1)

  test.each([
    [0, 200],
    [0, 3900],
    [0, -300],
    [2, 200],
    [2, -300],
  ])(
    'that begins at second %i is of this plan, also if the controller reports it %i ms later',
    (firstStart, delayMs) => {
      const controller = twoPlans(firstStart)
      const { shared, client } = plainAttributes(controller, START - 7_200_000)
      const runs = (plan: number, ts: number) => ({
        shared,
        client: { ...client, Plan: { ts, value: plan }, Program: { ts, value: plan } },
      })
      const history: History[number][] = [
        { kind: 'link', link: { connected: true, sinceMs: START - 3_600_000 }, atMs: START },
        { kind: 'attributes', attributes: runs(1, START - 7_200_000), atMs: START },
      ]
      for (let second = 0; second < 1200; second += 1) {
        const ts = START + second * 1000 + 100
        const counts = plainCounts(controller, 28_800 + second)
        history.push({ kind: 'message', message: { ts, counts, clockMs: START + second * 1000, receivedMs: ts } })
      }
      const reportedMs = START + 900_100 + delayMs
      history.push({ kind: 'attributes', attributes: runs(2, reportedMs), atMs: reportedMs })
      history.sort((a, b) => timeOf(a) - timeOf(b))
      const { changes, cycles } = play(history)
      expect(changes).toEqual([])
      for (const recorded of [cycles, recordedCycles(record(history))]) {
        const plans = recorded.map(({ startMs, plan, program }) => [startMs < START + 900_000, plan, program])
        expect(plans).toEqual(plans.map(([isBefore]) => (isBefore ? [true, 1, 1] : [false, 2, 2])))
        expect(plans.length).toBeGreaterThan(24)
      }
    },
  )
})
