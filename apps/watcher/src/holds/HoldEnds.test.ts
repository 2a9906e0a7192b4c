import { TestClock } from '@greenwave/client/testing/testClock'
import { rounds } from '@greenwave/harness/rounds'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HeldJunction } from '../testing/heldJunction.ts'

const STEP_MS = 5
/** A hold ends at most so late while the platform and a watcher run, milliseconds. */
const LATEST_MS = 2000

/** What people and machines do. Times are milliseconds. */
const anyAct = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('hold'),
      mode: fc.integer({ min: 0, max: 2 }),
      ms: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('half'),
      mode: fc.integer({ min: 0, max: 2 }),
      ms: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('choose'), mode: fc.constantFrom(0, 1, 2, 4) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('start', 'kill', 'off', 'on') }) },
)
const anyStory = fc.array(fc.tuple(fc.integer({ min: 1, max: 4000 }), anyAct), { minLength: 1, maxLength: 14 })
type Act = { readonly act: string; readonly mode?: number; readonly ms?: number }

/** What must become of the mode: it goes back after `untilMs`, or stays while that is null. */
interface Expected {
  readonly mode: number
  readonly untilMs: number | null
}

/** Lives through a story, and says what went wrong in it; undefined for nothing. */
class Story {
  readonly #clock = new TestClock()
  readonly #junction = new HeldJunction(this.#clock)
  #expected: Expected | null = { mode: 4, untilMs: null }
  /** Whether the last hold was written without its mode. */
  #isHalf = false
  #seen = 0

  async live(story: readonly (readonly [number, Act])[]): Promise<string | undefined> {
    this.#junction.startWatcher()
    for (const [ms, act] of story) {
      const wrong = await this.pass(ms)
      if (wrong) return wrong
      await this.#do(act)
    }
    this.#junction.turn('on')
    this.#junction.startWatcher()
    return this.pass(9000 + LATEST_MS + 3 * STEP_MS)
  }

  /** Lets time pass, and further until no watcher is between its reading and its writing. */
  async pass(ms: number): Promise<string | undefined> {
    for (let passed = 0; passed < ms || this.#junction.isBusy; passed += STEP_MS) {
      this.#clock.advance(STEP_MS)
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
      const wrong = this.#wrong()
      if (wrong) return wrong
    }
    return undefined
  }

  async #do({ act, mode = 4, ms = 0 }: Act): Promise<void> {
    const junction = this.#junction
    if (act === 'start') junction.startWatcher()
    else if (act === 'kill') junction.killWatcher()
    else if (act === 'off' || act === 'on') junction.turn(act)
    else if (!junction.isUp) return
    else if (act === 'choose') this.#choose(mode)
    else await this.#hold(mode, this.#clock.nowMs + ms, act === 'hold')
  }

  #choose(mode: number): void {
    // For a minute it may be the mode of a hold that was written without one, or that no watcher has seen.
    const { hold } = this.#junction
    const isOfHold = (hold?.value as { mode?: number } | undefined)?.mode === mode && (this.#isHalf || !this.#isNoted)
    this.#junction.choose(mode)
    this.#expected = isOfHold ? null : { mode, untilMs: null }
  }

  get #isNoted(): boolean {
    const { hold, held } = this.#junction
    return (held?.value as { hold?: number } | undefined)?.hold === hold?.ts
  }

  async #hold(mode: number, untilMs: number, isWhole: boolean): Promise<void> {
    const isReplacing = this.#expected?.mode === mode && this.#expected.untilMs !== null
    const isUnnoted = this.#junction.hold !== undefined && !this.#isNoted
    this.#junction.writeHold({ mode, until: untilMs, back: 4, by: 'mai@signal.vn', why: '' })
    this.#isHalf = !isWhole
    if (isWhole) {
      this.#clock.advance(STEP_MS)
      this.#junction.choose(mode)
      this.#expected = { mode, untilMs }
      return
    }
    // Without a note nobody knows of the hold before.
    if (isUnnoted || this.#junction.mode.ts >= this.#clock.nowMs - 10_000) this.#expected = null
    else if (isReplacing) this.#expected = { mode, untilMs }
  }

  #wrong(): string | undefined {
    const { modes, mode, watchedMs } = this.#junction
    const { nowMs } = this.#clock
    const expected = this.#expected
    for (const write of modes.slice(this.#seen)) {
      this.#seen += 1
      if (!write.isByWatcher || !expected) continue
      if (expected.untilMs === null) return `a watcher wrote ${String(write.mode)} over a mode without end`
      if (write.atMs < expected.untilMs) return `ended ${expected.untilMs - write.atMs} ms early`
      this.#expected = { mode: 4, untilMs: null }
    }
    if (!expected || expected.untilMs === null) return undefined
    const dueMs = Math.max(expected.untilMs, watchedMs) + LATEST_MS
    return nowMs > dueMs && mode.value === expected.mode && this.#expected === expected
      ? 'not ended in time'
      : undefined
  }
}

test('whoever holds, chooses, dies and comes back, a hold ends within 2 s of its time, never earlier, never over a mode that was chosen since, and once', async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async (story) => {
      expect(await new Story().live(story)).toBeUndefined()
    }),
    { numRuns: rounds({ few: 40, all: 1500 }) },
  )
})

describe('the record of a hold that ended', () => {
  const clock = new TestClock()
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS)
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
    }
  }
  const heldFor = async (ms: number): Promise<HeldJunction> => {
    const junction = new HeldJunction(clock)
    junction.startWatcher()
    await pass(500)
    junction.writeHold({ mode: 1, until: clock.nowMs + ms, back: 4, by: 'mai@signal.vn', why: '' })
    junction.choose(1)
    await pass(500)
    return junction
  }
  const endsOf = ({ modes }: HeldJunction) => modes.filter(({ isByWatcher }) => isByWatcher).map(({ atMs }) => atMs)

  test('has the time of the act, also when that was late', async () => {
    const junction = await heldFor(1000)
    junction.killWatcher()
    await pass(8000)
    junction.startWatcher()
    await pass(LATEST_MS)
    const [endedMs = 0, ...others] = endsOf(junction)
    const [[at = 0, record] = [], ...more] = junction.records
    expect([others, more, record?.state]).toEqual([[], [], 'written'])
    expect(endedMs - at).toBeGreaterThanOrEqual(0)
    expect(endedMs - at).toBeLessThanOrEqual(100)
  })

  test('is one, whenever the watcher is killed', async () => {
    for (let killMs = 960; killMs <= 1200; killMs += STEP_MS) {
      const junction = await heldFor(1000)
      await pass(killMs - 500)
      junction.killWatcher()
      await pass(12_000)
      junction.startWatcher()
      await pass(LATEST_MS)
      expect([killMs, endsOf(junction).length, junction.records.size]).toEqual([killMs, 1, 1])
    }
  })
})

test('a hold ends within 2 s also when the clock of the platform is set to a time after its end, and not early when it is set back', async () => {
  const clock = new TestClock()
  const junction = new HeldJunction(clock)
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS)
      for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
    }
  }
  junction.startWatcher()
  await pass(1000)
  junction.writeHold({ mode: 1, until: clock.nowMs + 1_800_000, back: 4, by: 'mai@signal.vn', why: '' })
  junction.choose(1)
  junction.aheadMs = -1_000_000
  await pass(5000)
  expect(junction.mode.value).toBe(1)
  junction.aheadMs = 3_600_000
  await pass(LATEST_MS)
  expect(junction.mode.value).toBe(4)
})
