import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import { cyclePosition, cycleSeconds } from '@greenwave/controller/cycle'
import type { Clearance, Program } from '@greenwave/controller/settings'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bandsOf } from './bands.ts'
import { blocksOf, corridorOfSettings, plannedSettings, runningOrder, type SetJunction } from './fromSettings.ts'
import { misfits } from './misfits.ts'
import { planCorridor } from './plan.ts'
import { programAtCycle } from './splits.ts'

const USUAL: Clearance = { yellow: 3, redClearance: 2 }

/** A program of these greens one after the other, with this much unused time before each. */
function program(
  greens: readonly number[],
  gaps: readonly number[] = [],
  order: readonly number[] = [0, 1, 2],
): Program {
  const phases = [0, 1, 2].map((): { green: number; start: number } => ({ green: 0, start: 0 }))
  let at = 0
  for (const [index, phase] of order.entries()) {
    const green = greens[phase] ?? 0
    if (green === 0) continue
    at += gaps[index] ?? 0
    phases[phase] = { green, start: at }
    at += green + 5
  }
  const [one, two, three] = phases
  if (!one || !two || !three) throw new Error('three phases')
  return { number: 1, phases: [one, two, three], sharedPeriod: 0 }
}

const junction = (changes: Partial<SetJunction> = {}): SetJunction => ({
  name: 'A',
  positionM: 0,
  speedKmh: { outbound: 36, inbound: 36 },
  canOffset: true,
  phases: { outbound: 1, inbound: 1 },
  program: program([40, 25, 10]),
  clearance: USUAL,
  offset: 0,
  ...changes,
})

const greens = fc.tuple(
  fc.integer({ min: 5, max: 60 }),
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 40 }),
)
const gaps = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
const order = fc.constantFrom([0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0])
const programs = fc.tuple(greens, gaps, order).map(([g, u, o]) => program(g, u, o))

describe('a corridor of settings', () => {
  it('has the greens, cycles and offsets of the programs, and names a phase without green', () => {
    const { corridor, timings, cycle, unserved } = corridorOfSettings([
      junction(),
      junction({ positionM: 300, phases: { outbound: 2, inbound: null }, offset: 95, canOffset: false }),
      junction({ positionM: 600, program: program([20, 15, 0]), phases: { outbound: 3, inbound: 2 } }),
    ])
    expect(cycle).toBe(90)
    expect(corridor.map(({ ownCycle }) => ownCycle)).toEqual([null, null, 45])
    expect(corridor[1]?.greens).toEqual({ outbound: { green: 25, start: 45 }, inbound: null })
    expect(timings.map(({ offset }) => offset)).toEqual([0, 5, 0])
    expect(unserved).toEqual([{ code: 'unserved', junction: 2, direction: 'outbound', phase: 3 }])
    expect(misfits(corridor, cycle, timings)).toMatchObject([{ code: 'cannotOffset', junction: 1 }])
  })

  it('takes the cycle with which most keep step for the common one, and names who does not', () => {
    const others = [program([40, 20, 10]), program([40, 20, 10]), program([40, 25, 10])]
    const { corridor, cycle } = corridorOfSettings(others.map((one) => junction({ program: one })))
    expect(cycle).toBe(85)
    expect(misfits(corridor, cycle)).toMatchObject([{ code: 'cycleDiffers', junction: 2, cycle: 90 }])
    expect(corridorOfSettings([]).cycle).toBe(0)
  })

  it('is green in the seconds in which the controller is (R3, R6, R8, R19)', () => {
    fc.assert(
      fc.property(programs, fc.integer({ min: 0, max: 400 }), fc.constantFrom(1, 2, 3), (set, offset, phase) => {
        const phases = { outbound: phase as PhaseNumber, inbound: null }
        const { corridor, timings, cycle } = corridorOfSettings([junction({ program: set, offset, phases })])
        const [green, timing] = [corridor[0]?.greens.outbound, timings[0]]
        for (let second = 0; second < cycle; second += 7) {
          const { green: seconds, start } = set.phases[phase - 1] ?? { green: 0, start: 0 }
          const at = cyclePosition(second, cycle, offset)
          const planned = green
            ? cyclePosition(second, cycle, (timing?.offset ?? 0) + green.start) < green.green
            : false
          expect(planned).toBe(at >= start && at < start + seconds)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('lets phases that overlap be as they are', () => {
    const overlapping: Program = {
      ...program([40, 25, 0]),
      phases: [
        { green: 40, start: 0 },
        { green: 25, start: 30 },
        { green: 0, start: 0 },
      ],
    }
    expect(blocksOf(overlapping, USUAL)).toBeNull()
    expect(programAtCycle(overlapping, USUAL, 100)).toBeNull()
  })

  it('gets from a plan the programs and offsets that have the bands of the plan, with the same cycles and greens', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(programs, fc.boolean()), { minLength: 2, maxLength: 3 }), (sets) => {
        const cycle = Math.max(...sets.map(([set]) => cycleSeconds(set, USUAL)))
        const junctions = sets.flatMap(([set, canOffset], index) => {
          const scaled = programAtCycle(set, USUAL, cycle)
          return scaled ? [junction({ program: scaled, canOffset, positionM: index * 310 })] : []
        })
        const before = corridorOfSettings(junctions)
        expect(misfits(before.corridor, before.cycle)).toEqual([])
        const plan = planCorridor(before.corridor, { objective: 'equal', cycle: before.cycle })
        const after = junctions.map((one, index) => {
          const timing = plan.timings[index]
          return timing ? { ...one, ...plannedSettings(one, timing) } : one
        })
        for (const [index, { program: set }] of after.entries()) {
          expect(cycleSeconds(set, USUAL)).toBe(cycle)
          expect(set.phases.map(({ green }) => green)).toEqual(
            junctions[index]?.program.phases.map(({ green }) => green),
          )
          expect(blocksOf(set, USUAL)).not.toBeNull()
        }
        const set = corridorOfSettings(after)
        expect(bandsOf(set.corridor, set.cycle, set.timings)).toEqual(plan.bands)
      }),
      { numRuns: 15 },
    )
  })
})

describe('a program at another cycle', () => {
  it('has that cycle, the same order and clearance, and its splits to the second', () => {
    fc.assert(
      fc.property(programs, fc.integer({ min: 40, max: 200 }), (set, cycle) => {
        const scaled = programAtCycle(set, USUAL, cycle)
        if (!scaled) return
        expect(cycleSeconds(scaled, USUAL)).toBe(cycle)
        expect(runningOrder(scaled)).toEqual(runningOrder(set))
        const blocks = blocksOf(scaled, USUAL)
        expect(blocks).not.toBeNull()
        const served = runningOrder(set).length
        const ratio = (cycle - 5 * served) / (cycleSeconds(set, USUAL) - 5 * served)
        for (const [index, { green }] of scaled.phases.entries()) {
          const before = set.phases[index]?.green ?? 0
          if (before * ratio > 6) expect(Math.abs(green - before * ratio)).toBeLessThan(12)
          expect(green).toBeGreaterThanOrEqual(Math.min(5, before))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('of the example of 90 s has at 60 s two thirds of what clearance leaves', () => {
    expect(programAtCycle(program([40, 25, 10]), USUAL, 60)?.phases.map(({ green }) => green)).toEqual([24, 15, 6])
    expect(programAtCycle(program([40, 25, 10]), USUAL, 29)).toBeNull()
    const same = program([40, 25, 10])
    expect(programAtCycle(same, USUAL, 90)).toBe(same)
  })
})
