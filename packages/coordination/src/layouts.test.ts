import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { allShifts, greenPlaces, layoutAt, layoutFamilies } from './layouts.ts'
import type { CorridorJunction } from './corridor.ts'
import { everyArrangement } from './testing/bruteForce.ts'
import { bothWays, junction } from './testing/junction.ts'

const layoutsOf = (one: CorridorJunction, cycle: number) =>
  layoutFamilies(one, cycle).flatMap((family) => [...allShifts(family)].map((shifts) => layoutAt(family, shifts)))
const pairs = (starts: readonly (readonly [number, number])[]) => [...new Set(starts.map(String))].sort()

test('layouts are all starts that phases can have with the last one ending with the cycle (R6, R8)', () => {
  const anyBlock = fc.integer({ min: 1, max: 5 })
  fc.assert(
    fc.property(
      fc.array(anyBlock, { minLength: 1, maxLength: 3 }),
      fc.nat({ max: 6 }),
      fc.nat({ max: 2 }),
      fc.nat({ max: 2 }),
      (blocks, unused, outboundPhase, inboundPhase) => {
        const cycle = blocks.reduce((sum, block) => sum + block, unused)
        const phases = [outboundPhase % blocks.length, inboundPhase % blocks.length] as const
        const startOf = (phase: number) => blocks.slice(0, phase).reduce((sum, block) => sum + block, 0)
        const [outbound, inbound] = phases.map((phase) => ({ green: blocks[phase] ?? 0, start: startOf(phase) }))
        const one = junction({
          blocks,
          canOffset: false,
          greens: { outbound: outbound ?? null, inbound: inbound ?? null },
        })
        const layouts = layoutsOf(one, cycle)
        const found = layouts.map(({ starts }) => [starts.outbound ?? -1, starts.inbound ?? -1] as const)
        const tried = everyArrangement(blocks, cycle).map(
          (starts) => [starts[phases[0]] ?? -1, starts[phases[1]] ?? -1] as const,
        )
        expect(pairs(found)).toEqual(pairs(tried))
        for (const { phaseStarts, starts } of layouts) {
          const ends = phaseStarts?.map((start, phase) => start + (blocks[phase] ?? 0)) ?? []
          expect(Math.max(...ends)).toBe(cycle)
          expect(phaseStarts?.[phases[0]]).toBe(starts.outbound)
        }
      },
    ),
    { numRuns: 150 },
  )
})

it('a phase that is not served has no place in the order', () => {
  const one = junction({ blocks: [25, 0, 35], greens: bothWays(20) })
  expect(layoutsOf(one, 60).map(({ order }) => order)).toEqual([
    [0, 2],
    [2, 0],
  ])
})

it('a junction runs half of the common cycle', () => {
  const one = junction({ blocks: [25, 20], greens: bothWays(20), ownCycle: 45 })
  expect(layoutsOf(one, 90).map(({ starts }) => starts.outbound)).toEqual([0, 20])
})

it.each([
  {
    start: 0,
    other: 0,
    cycle: 60,
    places: [
      [0, 0],
      [0, 0],
    ],
  },
  {
    start: 25,
    other: 0,
    cycle: 60,
    places: [
      [1, 0],
      [0, 0],
    ],
  },
  // With 15 s of unused time phase 2 may begin later.
  {
    start: 33,
    other: 0,
    cycle: 75,
    places: [
      [1, 0],
      [0, 0],
    ],
  },
  // A green that begins after the beginning of its block, because there is no unused time.
  {
    start: 4,
    other: 0,
    cycle: 60,
    places: [
      [0, 4],
      [0, 0],
    ],
  },
  // Both in one phase: the later one begins later within it, whatever the unused time.
  {
    start: 4,
    other: 0,
    cycle: 75,
    places: [
      [0, 4],
      [0, 0],
    ],
  },
  { start: 58, other: 0, cycle: 60, places: null },
])('finds the phase of a green that starts at $start in a cycle of $cycle s', ({ start, other, cycle, places }) => {
  const one = junction({
    blocks: [25, 35],
    greens: { outbound: { green: 20, start }, inbound: { green: 20, start: other } },
  })
  const found = greenPlaces(one, cycle)
  const read = (place: { readonly phase: number; readonly after: number } | null | undefined) =>
    place ? [place.phase, place.after] : null
  expect(found && [read(found.outbound), read(found.inbound)]).toEqual(places)
})
