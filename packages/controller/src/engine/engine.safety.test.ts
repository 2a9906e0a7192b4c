/** What drivers may rely on, whatever an operator, the schedule and the clock do, as long as the programs are sound. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LAMP_COLOURS, ofPhase, PHASES, type PhaseNumber } from '../controllerLimits.ts'
import { conflicts, litLamp, run, stretchesOf } from '../testing/engineRun.ts'
import { anyMode, anySecondOfDay, anySettings, soundProgram } from '../testing/settings.ts'
import type { EngineState } from './engine.ts'

/** Settings change, modes change at any second, the clock jumps; yellow and red clearance stay. */
const anyStory = fc
  .record({ yellow: fc.integer({ min: 1, max: 5 }), redClearance: fc.integer({ min: 0, max: 5 }) })
  .chain((clearance) => {
    const mostlyAutomatic = fc.oneof({ weight: 2, arbitrary: fc.constant(4) }, { weight: 1, arbitrary: anyMode })
    const chapter = fc.record({
      settings: anySettings((number) => soundProgram(number, clearance), mostlyAutomatic, fc.constant(clearance)),
      seconds: fc.integer({ min: 1, max: 150 }),
      jump: fc.oneof(
        { weight: 3, arbitrary: fc.constant(0) },
        { weight: 1, arbitrary: fc.integer({ min: -90, max: 90 }) },
      ),
    })
    return fc.record({
      clearance: fc.constant(clearance),
      start: anySecondOfDay,
      chapters: fc.array(chapter, { minLength: 1, maxLength: 8 }),
    })
  })

type Story = typeof anyStory extends fc.Arbitrary<infer Told> ? Told : never

function live({ start, chapters }: Story): EngineState[] {
  const states: EngineState[] = []
  let clock = start
  for (const { settings, seconds, jump } of chapters) {
    clock += jump
    states.push(...run(settings, clock, seconds, states.at(-1) ?? null))
    clock += seconds
  }
  return states
}

function litOf(state: EngineState, phase: PhaseNumber) {
  return litLamp(ofPhase(state.lamps, phase))
}

test('(R5) (R12) no two phases ever meet: a green begins only when every other one has been red for the red clearance', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      expect(conflicts(live(story), story.clearance.redClearance)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('(R4) (R12) green is followed by yellow and yellow by red; red turns yellow only where all flash', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const states = live(story)
      const changes = new Set<string>()
      states.slice(1).forEach((now, index) => {
        const before = states[index] ?? now
        if (now.stage.kind === 'flashing' || before.stage.kind === 'flashing') return
        for (const phase of PHASES) {
          const change = `${litOf(before, phase)} to ${litOf(now, phase)}`
          // Without red clearance, even a cycle may have a yellow followed by the green of the same phase.
          if (change === 'yellow to green' && story.clearance.redClearance === 0 && now.stage.kind === 'cycling')
            continue
          changes.add(change)
        }
      })
      const wrong = ['green to red', 'yellow to green', 'red to yellow'].filter((change) => changes.has(change))
      expect(wrong).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('a flash ends in steady yellow and never in green', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const states = live(story)
      states.slice(1).forEach((now, index) => {
        if (states[index]?.stage.kind !== 'flashing' || now.stage.kind === 'flashing') return
        expect(PHASES.map((phase) => litOf(now, phase))).toEqual(['yellow', 'yellow', 'yellow'])
      })
    }),
    { numRuns: 100 },
  )
})

test('(R4) every yellow that follows a green lasts the whole yellow time', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const states = live(story)
      const yellows = PHASES.flatMap((phase) =>
        stretchesOf(states, phase).filter(
          (stretch) =>
            stretch.colour === 'yellow' &&
            litOf(stretch.before, phase) === 'green' &&
            !stretch.states.some((state) => state.stage.kind === 'flashing') &&
            stretch.after.stage.kind !== 'flashing',
        ),
      )
      expect(yellows.filter((stretch) => stretch.seconds !== story.clearance.yellow)).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('(R11) while automatic goes on no green is cut: it lasts as programmed, or at least 5 s where it was joined', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const states = live(story)
      const cut = PHASES.flatMap((phase) =>
        stretchesOf(states, phase).filter((stretch) => {
          const [first] = stretch.states
          const isAutomatic = [stretch.before, ...stretch.states, stretch.after].every(
            (state) => state.stage.kind === 'cycling',
          )
          if (stretch.colour !== 'green' || !isAutomatic || first?.stage.kind !== 'cycling') return false
          const programmed = ofPhase(first.stage.program.phases, phase).green
          return stretch.seconds > programmed || stretch.seconds < Math.min(5, programmed)
        }),
      )
      expect(cut).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('the stories hold what the rules above are about', () => {
  const stories = fc.sample(anyStory, { numRuns: 150, seed: 1 }).map(live)
  const kinds = new Set(stories.flat().map((state) => state.stage.kind))
  expect([...kinds].sort()).toEqual(['clearing', 'cycling', 'flashing', 'holding'])
  const colours = stories.flatMap((states) => stretchesOf(states, 1).map((stretch) => stretch.colour))
  for (const colour of LAMP_COLOURS) {
    expect(colours.filter((other) => other === colour).length).toBeGreaterThan(20)
  }
})
