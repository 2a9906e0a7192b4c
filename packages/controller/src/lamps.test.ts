import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ofPhase, PHASES } from './controllerLimits.ts'
import { cycleSeconds } from './cycle.ts'
import { type LampColour, lampsAt, type PhaseLamps, phaseSegments } from './lamps.ts'
import type { Clearance, PhaseTiming, Program } from './settings.ts'
import { anyClearance, anyProgram, EXAMPLE_CLEARANCE, EXAMPLE_PROGRAM, programFrom } from './testing/settings.ts'

const green = (count: number): PhaseLamps => ({ red: 0, yellow: 0, green: count })
const yellow = (count: number): PhaseLamps => ({ red: 0, yellow: count, green: 0 })
const red = (count: number): PhaseLamps => ({ red: count, yellow: 0, green: 0 })

test.each([
  [0, [green(30), red(35), red(60)]],
  [29, [green(1), red(6), red(31)]],
  [30, [yellow(3), red(5), red(30)]],
  [32, [yellow(1), red(3), red(28)]],
  [33, [red(47), red(2), red(27)]],
  [35, [red(45), green(20), red(25)]],
  [55, [red(25), yellow(3), red(5)]],
  [60, [red(20), red(55), green(15)]],
  [75, [red(5), red(40), yellow(3)]],
  [79, [red(1), red(36), red(61)]],
  [80, [green(30), red(35), red(60)]],
])('(R3) (R4) (R5) (R13) the worked example at t = %d', (second, lamps) => {
  expect(lampsAt(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE, second)).toEqual(lamps)
})

test('(R2) (R13) a phase that is not served stays red, with nothing to count', () => {
  const program = programFrom(1, [30, 0, 15], [0, 0, 35])
  for (let second = 0; second < 55; second++) {
    expect(ofPhase(lampsAt(program, EXAMPLE_CLEARANCE, second), 2)).toEqual(red(1))
  }
})

/** Returns the lamp of each second of a cycle, painted second by second. */
function paint({ green, start }: PhaseTiming, { yellow, redClearance }: Clearance, cycle: number): LampColour[] {
  const line: LampColour[] = Array(cycle).fill('red')
  if (green === 0) return line
  for (let second = 0; second < green; second++) line[(start + second) % cycle] = 'green'
  for (let second = 0; second < yellow; second++) line[(start + green + second) % cycle] = 'yellow'
  for (let second = 0; second < redClearance; second++) line[(start + green + yellow + second) % cycle] = 'red'
  return line
}

/**
 * Returns how long the lamp of a second stays lit, counted second by second. A phase's own start always begins a new
 * count.
 */
function walk(line: readonly LampColour[], start: number, second: number): number {
  let count = 1
  let next = (second + 1) % line.length
  while (line[next] === line[second] && next !== start) {
    count++
    next = (next + 1) % line.length
  }
  return count
}

test('(R13) agrees with a painted line, walked on second by second, for any program', () => {
  fc.assert(
    fc.property(anyProgram(1, 40), anyClearance, (program, clearance) => {
      const cycle = cycleSeconds(program, clearance)
      for (const phase of PHASES) {
        const timing = ofPhase(program.phases, phase)
        if (timing.green === 0 || cycle === 0) continue
        const line = paint(timing, clearance, cycle)
        for (let second = 0; second < cycle; second++) {
          const colour = line[second] ?? 'red'
          const expected = { red: 0, yellow: 0, green: 0, [colour]: walk(line, timing.start, second) }
          expect(ofPhase(lampsAt(program, clearance, second), phase)).toEqual(expected)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('(R13) exactly one lamp of each phase is lit at every second, also a negative or an absurd one', () => {
  fc.assert(
    fc.property(anyProgram(1, 999), anyClearance, fc.maxSafeInteger(), (program, clearance, second) => {
      for (const lamps of lampsAt(program, clearance, second)) {
        expect(Object.values(lamps).filter((count) => count > 0)).toHaveLength(1)
        expect(Object.values(lamps).filter((count) => count < 0)).toHaveLength(0)
      }
    }),
  )
})

describe('bars', () => {
  test('the worked example, phase 2', () => {
    expect(ofPhase(phaseSegments(EXAMPLE_PROGRAM, EXAMPLE_CLEARANCE), 2)).toEqual([
      { kind: 'red', start: 0, length: 35 },
      { kind: 'green', start: 35, length: 20 },
      { kind: 'yellow', start: 55, length: 3 },
      { kind: 'allRed', start: 58, length: 2 },
      { kind: 'red', start: 60, length: 20 },
    ])
  })

  test('a phase that is not served is one red bar, and without a cycle there are none', () => {
    const program = programFrom(1, [30, 0, 0], [0, 12, 0])
    expect(ofPhase(phaseSegments(program, EXAMPLE_CLEARANCE), 2)).toEqual([{ kind: 'red', start: 0, length: 35 }])
    expect(phaseSegments(programFrom(1, [0, 0, 0], [0, 0, 0]), EXAMPLE_CLEARANCE)).toEqual([[], [], []])
  })

  test('cover the cycle without gap or overlap and agree with the lamps at every second', () => {
    fc.assert(
      fc.property(anyProgram(1, 40), anyClearance, (program: Program, clearance) => {
        const cycle = cycleSeconds(program, clearance)
        for (const phase of PHASES) {
          const segments = ofPhase(phaseSegments(program, clearance), phase)
          let end = 0
          for (const segment of segments) {
            expect(segment.start).toBe(end)
            end += segment.length
            const colour = segment.kind === 'allRed' ? 'red' : segment.kind
            for (let second = segment.start; second < end; second++) {
              expect(ofPhase(lampsAt(program, clearance, second), phase)[colour]).toBeGreaterThan(0)
            }
          }
          expect(end).toBe(cycle)
        }
      }),
      { numRuns: 60 },
    )
  })
})
