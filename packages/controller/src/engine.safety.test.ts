/** What drivers may rely on whatever an operator, the schedule and the clock do, as long as the programs are sound. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EngineState } from './engine.ts'
import { ofPhase, PHASES, type PhaseNumber } from './limits.ts'
import { anyMode, anySecondOfDay, anySettings, soundProgram } from './testing/settings.ts'
import { conflicts, litLamp, run } from './testing/street.ts'

/** Settings come and go, modes change at any second, the clock jumps; yellow and red clearance stay. */
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
          // Without red clearance a cycle itself may follow yellow with the green of the same phase.
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
      for (const phase of PHASES) {
        let lasted = 0
        states.forEach((now, index) => {
          const before = states[index - 1]
          if (!before || now.stage.kind === 'flashing') {
            lasted = 0
            return
          }
          if (litOf(now, phase) === 'yellow') lasted = litOf(before, phase) === 'green' || lasted > 0 ? lasted + 1 : 0
          else {
            if (lasted > 0) expect(lasted).toBe(story.clearance.yellow)
            lasted = 0
          }
        })
      }
    }),
    { numRuns: 100 },
  )
})

test('(R11) while automatic goes on no green is cut: it lasts as programmed, or at least 5 s where it was joined', () => {
  fc.assert(
    fc.property(anyStory, (story) => {
      const states = live(story)
      for (const phase of PHASES) {
        let lasted = 0
        states.slice(1).forEach((now, index) => {
          const before = states[index] ?? now
          if (now.stage.kind !== 'cycling' || before.stage.kind !== 'cycling') {
            lasted = 0
            return
          }
          if (litOf(now, phase) === 'green') {
            lasted = litOf(before, phase) === 'red' || lasted > 0 ? lasted + 1 : 0
            return
          }
          if (lasted > 0) {
            const programmed = ofPhase(before.stage.program.phases, phase).green
            expect(lasted).toBeLessThanOrEqual(programmed)
            expect(lasted).toBeGreaterThanOrEqual(Math.min(5, programmed))
          }
          lasted = 0
        })
      }
    }),
    { numRuns: 150 },
  )
})
