/** The engine under actuated control: greens between two limits, and everything else as under fixed control. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ofPhase, PHASES } from '../controllerLimits.ts'
import { isServed } from '../cycle.ts'
import type { ControllerSettings } from '../settings.ts'
import { anySecondOfDay, EXAMPLE_SETTINGS } from '../testing/settings.ts'
import type { GreenLimits } from '../display.ts'
import { type EngineState, step } from './engine.ts'

const anyLimits = fc
  .tuple(fc.integer({ min: 5, max: 30 }), fc.integer({ min: 0, max: 40 }))
  .map(([smallest, more]): GreenLimits => ({ smallest, largest: smallest + more }))

/** Returns the seconds of a controller under actuated control, and its settings from second to second. */
function run(
  limits: GreenLimits,
  from: number,
  seconds: number,
  settingsAt: (second: number) => ControllerSettings = () => EXAMPLE_SETTINGS,
) {
  const states: EngineState[] = []
  for (let second = 0; second < seconds; second += 1) {
    states.push(step(states.at(-1) ?? null, settingsAt(second), from + second, limits))
  }
  return states
}

/** Returns the lengths of all greens that were seen to begin and to end, seconds. */
function greens(states: readonly EngineState[]): readonly number[] {
  return PHASES.flatMap((phase) => {
    const lit = states.map(({ lamps }) => ofPhase(lamps, phase).green > 0)
    const begins = lit.flatMap((green, second) => (green && lit[second - 1] === false ? [second] : []))
    return begins.flatMap((begin) => {
      const end = lit.indexOf(false, begin)
      return end < 0 ? [] : [end - begin]
    })
  })
}

test('greens last between the limits, and differ from cycle to cycle', () => {
  fc.assert(
    fc.property(anyLimits, anySecondOfDay, (limits, from) => {
      const lengths = greens(run(limits, from, 1800))
      expect(lengths.length).toBeGreaterThan(5)
      expect(Math.min(...lengths)).toBeGreaterThanOrEqual(limits.smallest)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(limits.largest)
      if (limits.largest - limits.smallest >= 10) expect(new Set(lengths).size).toBeGreaterThan(2)
    }),
    { numRuns: 50 },
  )
})

test('(R13) every countdown falls by one a second until its lamp changes, over the ends of cycles too', () => {
  fc.assert(
    fc.property(anyLimits, anySecondOfDay, (limits, from) => {
      const counts = run(limits, from, 900).map(({ lamps }) =>
        lamps.flatMap(({ red, yellow, green }) => [red, yellow, green]),
      )
      const odd = counts.flatMap((now, second) =>
        (counts[second - 1] ?? []).filter((was, lamp) => was > 0 && now[lamp] !== was - 1),
      )
      expect(odd).toEqual([])
    }),
    { numRuns: 50 },
  )
})

test('(R4) (R5) one phase at a time has the road, and the next green follows yellow and red clearance', () => {
  const { yellow, redClearance } = EXAMPLE_SETTINGS.clearance
  fc.assert(
    fc.property(anyLimits, anySecondOfDay, (limits, from) => {
      let since = Number.POSITIVE_INFINITY
      for (const { lamps } of run(limits, from, 900)) {
        const onRoad = lamps.filter((one) => one.red === 0)
        expect(onRoad.length).toBeLessThanOrEqual(1)
        const hasGreen = lamps.some(({ green }) => green > 0)
        if (hasGreen && since > 0) expect(since).toBeGreaterThanOrEqual(yellow + redClearance)
        since = hasGreen ? 0 : since + 1
      }
    }),
    { numRuns: 50 },
  )
})

test('(R11) (R12) a hold passes yellow and all-red first, a new program waits for the end of the cycle', () => {
  const limits = { smallest: 8, largest: 40 }
  const held = run(limits, 0, 400, (second) => ({ ...EXAMPLE_SETTINGS, mode: second < 100 || second > 250 ? 4 : 1 }))
  expect(held[240]?.stage).toMatchObject({ kind: 'holding', phase: 1 })
  expect(held.at(-1)?.stage.kind).toBe('cycling')
  const program = EXAMPLE_SETTINGS.programs.map((one) => ({
    ...one,
    phases: [one.phases[0], { green: 0, start: 0 }, one.phases[2]] as const,
  }))
  const changed = run(limits, 0, 600, (second) =>
    second < 50 ? EXAMPLE_SETTINGS : { ...EXAMPLE_SETTINGS, programs: program },
  )
  const stages = changed.map(({ stage }) => (stage.kind === 'cycling' ? stage : null))
  const turns = stages.findIndex((stage) => stage && !isServed(stage.program.phases[1]))
  expect(turns).toBeGreaterThan(50)
  expect(stages[turns]?.second).toBe(0)
  expect(changed.slice(turns).every(({ lamps }) => lamps[1].red > 0)).toBe(true)
})
