import { isDeepStrictEqual } from 'node:util'
import type { Change } from '@greenwave/observer/incident'
import { type Junction, newJunction } from '@greenwave/observer/junction'
import { rounds } from '@greenwave/harness/rounds'
import { learned } from '@greenwave/observer/learnedStyles'
import { createObserver } from '@greenwave/observer/observer'
import { RULES } from '@greenwave/observer/rules/table'
import { KINDS, kindOf, mixture, STORY_SETTINGS } from '@greenwave/observer/testing/displayStories'
import { type History, type Input, observe, timeOf } from '@greenwave/observer/testing/history'
import { IndependentSignals } from '@greenwave/observer/testing/independentSignals'
import { seededRandom } from '@greenwave/observer/testing/lines'
import { type Distortion, EIGHT, Scene } from '@greenwave/observer/testing/scene'
import { anyStory, type Story, tell } from '@greenwave/observer/testing/stories'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFresh, isLost } from '@greenwave/observer/quiet'
import { QuietRun } from '@greenwave/observer/quietRun'

/** A junction that is folded each second beside one whose quiet seconds are passed over. */
class Twins {
  plain: Junction
  readonly plainChanges: Change[] = []
  readonly quietChanges: Change[] = []
  passed = 0
  skippedTicks = 0
  readonly #observer = createObserver(RULES, learned)
  readonly #run = new QuietRun()
  #quiet: Junction

  constructor(nowMs: number) {
    this.plain = newJunction(nowMs)
    this.#quiet = this.plain
  }

  get quiet(): Junction {
    return this.#run.folded(this.#quiet)
  }

  /** Plays a history. `look` is called after each input that was folded by both. */
  play(history: History, look: () => void): this {
    for (const input of history) {
      const observed = observe(this.#observer, this.plain, input)
      this.plain = observed.junction
      this.plainChanges.push(...observed.changes)
      if (input.kind === 'message' && this.#run.take(this.#quiet, input.message)) this.passed += 1
      else if (input.kind === 'tick' && (this.#run.isFresh(input.atMs) || isFresh(this.#quiet, input.atMs)))
        this.skippedTicks += 1
      else {
        const { junction, changes } = observe(this.#observer, this.quiet, input)
        this.#run.reset()
        this.#quiet = junction
        this.quietChanges.push(...changes)
        look()
      }
    }
    return this
  }
}

/** A story in which the junction is lost: of a few that are chosen at random it may be in none. */
const CUT: Story = {
  start: EIGHT,
  hasClock: true,
  secondPlan: false,
  chapters: [{ fault: 'none', frozen: false, phase: 0, seconds: 40, act: { kind: 'cut' } }],
}

/** Milliseconds by which one message after the other is late. */
const anyLateness = fc.array(fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 950 })), {
  minLength: 1,
})

function late(history: History, lateness: readonly number[]): History {
  return history.map((input, nth) => {
    if (input.kind !== 'message') return input
    const ts = input.message.ts + (lateness[nth % lateness.length] ?? 0)
    return { kind: 'message', message: { ...input.message, ts, receivedMs: ts } }
  })
}

test('passing over quiet seconds makes of any story what folding each second makes of it', () => {
  fc.assert(
    fc.property(anyStory, anyLateness, (story, lateness) => {
      const history = late(tell(story), lateness)
      const twins = new Twins(history[0] ? timeOf(history[0]) : 0)
      twins.play(history, () => {
        // Quicker than `toEqual`, which says what differs.
        if (!isDeepStrictEqual(twins.quiet, twins.plain)) expect(twins.quiet).toEqual(twins.plain)
      })
      expect(twins.quiet).toEqual(twins.plain)
      expect(twins.quietChanges).toEqual(twins.plainChanges)
    }),
    { numRuns: rounds({ few: 6, all: 300 }) },
  )
})

test('the same holds of the stories of every display and control', () => {
  for (const [display, control] of KINDS) {
    for (let seed = 1; seed <= rounds({ few: 1, all: 40 }); seed += 1) {
      const history = mixture(kindOf(display, control), seed)
      const twins = new Twins(history[0] ? timeOf(history[0]) : 0)
      twins.play(history, () => {
        if (!isDeepStrictEqual(twins.quiet, twins.plain)) expect(twins.quiet).toEqual(twins.plain)
      })
      expect(twins.quietChanges).toEqual(twins.plainChanges)
    }
  }
})

test.for(KINDS)('most seconds of a healthy junction are quiet: display %s, control %s', ([display, control]) => {
  const history: Input[] = []
  const kind = kindOf(display, control)
  const signals = new IndependentSignals(
    STORY_SETTINGS,
    kind,
    EIGHT / 1000,
    (input) => history.push(input),
    seededRandom(1),
  )
  // Long enough for its displays to be learned.
  signals.run(2500)
  const twins = new Twins(EIGHT).play(history.splice(0), () => {})
  const { passed } = twins
  signals.run(1000)
  twins.play(history, () => {})
  expect(twins.passed - passed).toBeGreaterThan(600)
})

test('most seconds of a healthy junction are quiet, and its ticks change nothing', () => {
  const { passed, skippedTicks } = new Twins(EIGHT).play(new Scene().run(1000).history, () => {})
  expect(passed).toBeGreaterThan(700)
  expect(skippedTicks).toBeGreaterThan(950)
})

test('most seconds of a junction in a conflict that stays are quiet, and each leaves what folding it leaves', () => {
  const twoGreens: Distortion = (counts) => {
    const longest = Math.max(...counts)
    return [0, 0, longest, 0, 0, longest, ...counts.slice(6)]
  }
  // Long enough for its displays to be learned.
  const scene = new Scene().run(1500)
  const twins = new Twins(EIGHT)
  playClosely(twins, scene)
  scene.run(600, twoGreens)
  expect(playClosely(twins, scene)).toBeGreaterThan(500)
  expect(twins.plain.trackers.conflict?.times).toBe(600)
  playClosely(twins, scene.run(60))
  expect(twins.plain.trackers.conflict).toBeUndefined()
})

test('a second is not quiet in which a lamp begins to count, or to repeat its last second: displays are learned from it', () => {
  const lastNine: Distortion = (counts) => counts.map((count, place) => (place === 2 ? Math.min(count, 9) : count))
  const endsEarly: Distortion = (counts) =>
    counts.map((count, place) => (place === 3 && count > 0 ? Math.max(1, count - 3) : count))
  for (const distort of [lastNine, endsEarly]) {
    expect(playClosely(new Twins(EIGHT), new Scene().run(500, distort))).toBeGreaterThan(200)
  }
})

/** Plays what a scene has told since it was asked before, and compares after each input. Returns how many seconds were quiet. */
function playClosely(twins: Twins, scene: Scene): number {
  const { passed } = twins
  for (const input of scene.history.splice(0)) {
    twins.play([input], () => {})
    if (!isDeepStrictEqual(twins.quiet, twins.plain)) expect(twins.quiet).toEqual(twins.plain)
  }
  return twins.passed - passed
}

test('of a lost junction, time changes nothing but when and how often its loss was seen', () => {
  const observer = createObserver(RULES, learned)
  let checked = 0
  const unseen = ({ trackers, ...others }: Junction) => {
    const { offline, ...rest } = trackers
    const { severity, sinceMs, facts } = offline?.incident ?? {}
    return { ...others, trackers: { ...rest, offline: { severity, sinceMs, facts, clearMs: offline?.clearMs } } }
  }
  fc.assert(
    fc.property(anyStory, (story) => {
      const history = tell(story)
      let junction = newJunction(history[0] ? timeOf(history[0]) : 0)
      for (const input of history) {
        junction = observe(observer, junction, input).junction
        const atMs = timeOf(input)
        if (!isLost(junction, atMs)) continue
        checked += 1
        for (const ms of [1, 1000, 3_600_000]) {
          const later = observer.tick(junction, atMs + ms)
          expect(later.changes).toEqual([])
          if (!isDeepStrictEqual(unseen(later.junction), unseen(junction)))
            expect(unseen(later.junction)).toEqual(unseen(junction))
        }
      }
    }),
    { numRuns: rounds({ few: 12, all: 300 }), examples: [[CUT]] },
  )
  expect(checked).toBeGreaterThan(0)
})

test('a junction is not lost while it may come back, or something of it has a time to come', () => {
  const incident = { code: 'offline', severity: 'MAJOR', sinceMs: 0, seenMs: 0, facts: { sinceMs: 0 }, evidence: [] }
  const offline = { sinceMs: 0, times: 1, seenMs: 0, incident, clearTimes: 0, clearMs: null } as const
  const lost = { ...newJunction(0), trackers: { offline } } as Junction
  const differently: Record<string, Partial<Junction>> = {
    'it may not be open': { trackers: { offline: { ...offline, incident: null } } },
    'its end may be seen': { trackers: { offline: { ...offline, clearMs: 5 } } as Junction['trackers'] },
    'settings may be taken': { trackers: { ...lost.trackers, 'not-taken': { ...offline, incident: null } } },
    'it was just heard': { heardMs: 97_000 },
    'its mode still counts': { standing: { ...lost.standing, mode: 4 } },
    'settings are not taken': { untaken: 1 },
    'a delivery may be late': { deliveryPending: true },
    'it is muted for a time': { notes: { holdUntilMs: null, mute: { sinceMs: 0, untilMs: 200_000 } } },
  }
  expect(isLost(lost, 100_000)).toBe(true)
  const found = Object.keys(differently).filter((name) => isLost({ ...lost, ...differently[name] }, 100_000))
  expect(found).toEqual([])
})

test('most seconds are quiet while a change settles, too', () => {
  const scene = new Scene().run(300)
  scene.set({ Pr1_X1: 31, Start_Pr1_X2: 36, Start_Pr1_X3: 61 })
  const before = new Twins(EIGHT).play(scene.history, () => {}).passed
  const { passed, plain } = new Twins(EIGHT).play(scene.run(200).history, () => {})
  expect(plain.settling.untilMs).toBeGreaterThan(scene.nowMs)
  expect(passed - before).toBeGreaterThan(120)
})

test('what is not taken is noticed at the same time', () => {
  const scene = new Scene().run(300)
  scene.takes = false
  scene.set({ P2_HH: 5 })
  const { quietChanges, plainChanges } = new Twins(EIGHT).play(scene.run(200).history, () => {})
  expect(quietChanges.map(({ kind, incident }) => `${kind} ${incident.code}`)).toEqual(['raised not-taken'])
  expect(quietChanges).toEqual(plainChanges)
})

test('at any moment of a quiet run the junction is what it would be', () => {
  const twins = new Twins(EIGHT)
  for (const input of new Scene().run(340).history) {
    twins.play([input], () => {})
    expect(twins.quiet).toEqual(twins.plain)
  }
  expect(twins.passed).toBeGreaterThan(100)
})
