import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ofPhase, type PerPhase, PHASES, type PhaseNumber } from './controllerLimits.ts'
import { cycleSeconds, isServed } from './cycle.ts'
import { lampsAt } from './lamps.ts'
import { type Refusal, retime, type TimingEdit, type TimingLock } from './retime.ts'
import type { Clearance, PhaseTiming } from './settings.ts'
import { anyClearance, anyProgram, nearlySoundProgram, programFrom, soundProgram } from './testing/settings.ts'

type Phases = PerPhase<PhaseTiming>

const TIMES: Clearance = { yellow: 3, redClearance: 2 }
const EXAMPLE = programFrom(1, [30, 20, 15], [0, 35, 60]).phases
const CLEARANCES: TimingLock = { kind: 'clearances' }
const FREE: TimingLock = { kind: 'free' }
const from = (phase: PhaseNumber): TimingLock => ({ kind: 'cycle', from: phase })
const green = (phase: PhaseNumber, value: number): TimingEdit => ({ phase, part: 'green', value })
const start = (phase: PhaseNumber, value: number): TimingEdit => ({ phase, part: 'start', value })

/** '30@0 20@35 15@60', or the refusal. */
function written(phases: Phases, edit: TimingEdit, lock: TimingLock): string | Refusal {
  const { phases: next, refused } = retime(phases, TIMES, edit, lock)
  return refused ?? next.map((timing) => `${timing.green}@${timing.start}`).join(' ')
}

describe('keeping the clearances', () => {
  test.each([
    ['later phases move by what a green grows', EXAMPLE, green(1, 35), '35@0 20@40 15@65'],
    ['and by what it shrinks', EXAMPLE, green(2, 15), '30@0 15@35 15@55'],
    ['after the last green nothing moves', EXAMPLE, green(3, 20), '30@0 20@35 20@60'],
    [
      'later is what starts later, whatever its number',
      phasesOf([30, 20, 15], [25, 0, 60]),
      green(2, 25),
      '30@30 25@0 15@65',
    ],
    ['unused time stays', phasesOf([30, 20, 15], [5, 45, 72]), green(1, 31), '31@5 20@46 15@73'],
    [
      'a clearance that is too short stays as short',
      phasesOf([30, 20, 15], [0, 34, 60]),
      green(1, 31),
      '31@0 20@35 15@61',
    ],
    ['a start takes the green before it along', EXAMPLE, start(2, 37), '32@0 20@37 15@62'],
    ['a first green follows the phase before it', phasesOf([30, 0, 15], [0, 7, 35]), green(2, 10), '30@0 10@35 15@50'],
    ['the very first green begins at its start', phasesOf([0, 0, 0], [0, 0, 0]), green(2, 5), '0@0 5@0 0@0'],
    ['without a lower number it comes last', phasesOf([0, 20, 15], [0, 0, 25]), green(1, 30), '30@45 20@0 15@25'],
    ['a phase without green leaves no hole', EXAMPLE, green(2, 0), '30@0 0@35 15@35'],
    ['nor does the first one', EXAMPLE, green(1, 0), '0@0 20@0 15@25'],
    ['the start of a phase without green is its own', phasesOf([30, 0, 15], [0, 7, 35]), start(2, 9), '30@0 0@9 15@35'],
  ])('%s', (_is, phases, edit, expected) => {
    expect(written(phases, edit, CLEARANCES)).toBe(expected)
  })
})

describe('keeping the cycle', () => {
  test.each([
    ['seconds come from a later phase', EXAMPLE, green(1, 35), 2, '35@0 15@40 15@60'],
    ['from an earlier one', EXAMPLE, green(3, 20), 1, '25@0 20@30 20@55'],
    ['and go to it', EXAMPLE, green(1, 25), 3, '25@0 20@30 20@55'],
    ['a start moves the border of two greens, whoever gives', EXAMPLE, start(2, 37), 3, '32@0 18@37 15@60'],
    ['a first green takes its clearance, too', phasesOf([30, 0, 15], [0, 7, 35]), green(2, 10), 1, '15@0 10@20 15@35'],
    ['and gives both back', EXAMPLE, green(2, 0), 3, '30@0 0@35 40@35'],
  ] as const)('%s', (_is, phases, edit, giver, expected) => {
    expect(written(phases, edit, from(giver))).toBe(expected)
  })
})

test('free changes one value alone', () => {
  expect(written(EXAMPLE, green(1, 35), FREE)).toBe('35@0 20@35 15@60')
  expect(written(EXAMPLE, start(2, 33), FREE)).toBe('30@0 20@33 15@60')
})

test.each<[string, Phases, TimingEdit, TimingLock, Refusal]>([
  ['a green below 0', EXAMPLE, green(1, -2), FREE, { kind: 'range', ...green(1, -2) }],
  ['a green above 999', EXAMPLE, green(1, 1000), CLEARANCES, { kind: 'range', ...green(1, 1000) }],
  ['a start that would be pushed above 999', EXAMPLE, green(1, 980), CLEARANCES, { kind: 'range', ...start(3, 1010) }],
  ['all the green of the phase that gives', EXAMPLE, green(1, 45), from(3), { kind: 'noGreen', phase: 3 }],
  [
    'seconds of a phase that has none',
    phasesOf([30, 20, 0], [0, 35, 0]),
    green(1, 31),
    from(3),
    { kind: 'noGreen', phase: 3 },
  ],
  ['seconds of the phase itself', EXAMPLE, green(1, 35), from(1), { kind: 'sameGiver', phase: 1 }],
  ['a start at the green before it', EXAMPLE, start(2, 5), CLEARANCES, { kind: 'noGreen', phase: 1 }],
  ['the first start', EXAMPLE, start(1, 3), CLEARANCES, { kind: 'first', phase: 1 }],
  [
    'what overlaps so that later moves cannot help',
    phasesOf([100, 10, 10], [0, 20, 110]),
    green(2, 15),
    CLEARANCES,
    { kind: 'overlap' },
  ],
])('refuses %s', (_is, phases, edit, lock, refusal) => {
  expect(written(phases, edit, lock)).toEqual(refusal)
})

function phasesOf(greens: PerPhase<number>, starts: PerPhase<number>): Phases {
  return programFrom(1, greens, starts).phases
}

/**
 * Returns for each served phase the seconds from the end of the last green of others, counted back lamp by lamp from its
 * first green second; negative: the seconds for which one of them stays green.
 */
function clearancesByLamps(phases: Phases, clearance: Clearance): readonly (number | null)[] {
  const cycle = cycleSeconds({ phases }, clearance)
  const greens = Array.from({ length: cycle }, (_, second) =>
    lampsAt({ phases }, clearance, second).map((lamps) => lamps.green),
  )
  return PHASES.map((phase) => {
    const timing = ofPhase(phases, phase)
    if (!isServed(timing)) return null
    const others = PHASES.filter((other) => other !== phase && isServed(ofPhase(phases, other)))
    const counted = others.length > 0 ? others : [phase]
    const greenAt = (second: number) => Math.max(...counted.map((other) => greens.at(second % cycle)?.[other - 1] ?? 0))
    if (others.length > 0 && greenAt(timing.start) > 0) return -longest(greens[timing.start] ?? [], others)
    let back = 0
    while (greenAt(timing.start - 1 - back) === 0) back += 1
    return back
  })
}

function longest(greens: readonly number[], others: readonly PhaseNumber[]): number {
  return Math.max(...others.map((other) => greens[other - 1] ?? 0))
}

const anyPhase = fc.constantFrom(...PHASES)
const anyLock = fc.oneof(
  fc.constantFrom<TimingLock>(CLEARANCES, FREE),
  anyPhase.map((phase) => from(phase)),
)
const anyCase = anyClearance.chain((clearance) =>
  fc.record({
    clearance: fc.constant(clearance),
    phases: fc
      .oneof(anyProgram(1, 60), nearlySoundProgram(1, clearance, 4), soundProgram(1, clearance))
      .map((program) => program.phases),
    edit: fc.record({
      phase: anyPhase,
      part: fc.constantFrom('green', 'start'),
      value: fc.oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: -5, max: 1005 })),
    }),
    lock: anyLock,
  }),
)

describe('for any program and any lock', () => {
  test('what the lock promises holds, or nothing changes and it is said why', () => {
    fc.assert(
      fc.property(anyCase, ({ clearance, phases, edit, lock }) => {
        const { phases: next, refused } = retime(phases, clearance, edit, lock)
        if (refused) return
        for (const { green: seconds, start: second } of next)
          for (const value of [seconds, second]) {
            expect(Number.isInteger(value)).toBe(true)
            expect(value).toBeGreaterThanOrEqual(0)
            expect(value).toBeLessThanOrEqual(999)
          }
        expect(ofPhase(next, edit.phase)[edit.part]).toBe(edit.value)
        if (lock.kind === 'cycle')
          expect(cycleSeconds({ phases: next }, clearance)).toBe(cycleSeconds({ phases }, clearance))
        if (lock.kind === 'clearances') {
          const usual = clearance.yellow + clearance.redClearance
          const before = clearancesByLamps(phases, clearance)
          const after = clearancesByLamps(next, clearance)
          expect(after).toEqual(after.map((seconds, index) => (seconds === null ? null : (before[index] ?? usual))))
        }
      }),
      { numRuns: 400 },
    )
  })

  test('no green changes but the one that was meant, and the one that gives', () => {
    fc.assert(
      fc.property(anyCase, ({ clearance, phases, edit, lock }) => {
        const { phases: next } = retime(phases, clearance, edit, lock)
        if (!next) return
        const changed = PHASES.filter((phase) => ofPhase(next, phase).green !== ofPhase(phases, phase).green)
        const giver = lock.kind === 'cycle' ? 1 : 0
        expect(changed.length).toBeLessThanOrEqual(1 + giver)
        if (edit.part === 'green' && changed.length > 0) expect(changed).toContain(edit.phase)
      }),
      { numRuns: 200 },
    )
  })

  test('a sound program refuses no green while clearances are kept, and only for want of green while the cycle is', () => {
    const sound = anyClearance.chain((clearance) =>
      fc.record({ clearance: fc.constant(clearance), program: soundProgram(1, clearance) }),
    )
    const anyGreen = fc.integer({ min: 0, max: 200 })
    fc.assert(
      fc.property(sound, anyPhase, anyGreen, anyPhase, ({ clearance, program }, phase, value, giver) => {
        expect(retime(program.phases, clearance, green(phase, value), CLEARANCES).refused).toBeUndefined()
        const { refused } = retime(program.phases, clearance, green(phase, value), from(giver))
        if (refused) expect(['noGreen', 'sameGiver']).toContain(refused.kind)
      }),
      { numRuns: 200 },
    )
  })
})
