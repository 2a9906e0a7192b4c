/** @file What a plan promises is what controllers show that take it: the band of each cycle, seen second by second. */

import { ofPhase, type PhaseNumber, type ProgramNumber, SECONDS_PER_DAY } from '@greenwave/controller/controllerLimits'
import { modulo } from '@greenwave/controller/cycle'
import { type EngineState, step } from '@greenwave/controller/engine/engine'
import { type ControllerSettings, programOf, withProgram } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { at, planFrom, programFrom, settingsWith } from '@greenwave/controller/testing/settings'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Bands } from './bands.ts'
import { DIRECTIONS, type Direction } from './corridor.ts'
import { corridorOfSettings, type SetJunction } from './fromSettings.ts'
import { finish } from './plan.ts'
import { proposalSteps } from './proposal.ts'
import { passingTimesMs } from './travel.ts'

/** It divides the day, so that midnight cuts no cycle. */
const CYCLE = 80
const CYCLES = 10
/** Program 1 from ten at night, program 2 from seven. */
const PLANS = [planFrom(1, '22:00', 1), planFrom(2, '07:00', 2)]

/** A corridor whose vehicles need whole seconds: 10 m a second, junctions at whole tens of metres. */
const streets = fc
  .array(
    fc.record({
      apart: fc.integer({ min: 15, max: 45 }),
      green: fc.integer({ min: 20, max: 45 }),
      canOffset: fc.boolean(),
      inbound: fc.constantFrom<PhaseNumber>(1, 2),
    }),
    { minLength: 3, maxLength: 5 },
  )
  .map((junctions) => {
    let positionM = 0
    return junctions.map(({ apart, green, canOffset, inbound }, index) => {
      positionM += index === 0 ? 0 : apart * 10
      const program = (number: ProgramNumber, first: number) =>
        programFrom(number, [first, CYCLE - 10 - first, 0], [0, first + 5, 0])
      const settings = settingsWith({ plans: PLANS, programs: [program(1, green), program(2, green + 10)] })
      return { settings, positionM, canOffset, phases: { outbound: 1 as const, inbound } }
    })
  })
type Street = typeof streets extends fc.Arbitrary<infer S> ? S : never

/** Returns the street with the best timings of a program, and the bands that they promise. */
function planned(street: Street, number: ProgramNumber): { readonly street: Street; readonly bands: Bands } {
  const junctions = street.map(
    ({ settings, ...junction }, index): SetJunction => ({
      ...junction,
      name: `J${index}`,
      speedKmh: { outbound: 36, inbound: 36 },
      program: programOf(settings, number),
      clearance: settings.clearance,
      offset: 0,
    }),
  )
  const [found] = finish(proposalSteps({ junctions, objective: 'equal', cycles: [CYCLE] })).cycles
  if (!found || !('bands' in found)) throw new Error('its cycle fits')
  const set = street.map((junction, index) => {
    const { program, offset } = found.junctions[index] ?? { program: programOf(junction.settings, number), offset: 0 }
    const settings = withProgram(junction.settings, program)
    return {
      ...junction,
      settings: junction.canOffset ? offsetRow.at({ program: number }).put(settings, offset) : settings,
    }
  })
  return { street: set, bands: found.bands }
}

/** A second of the street: the day's second, and which phases are green, by junction. */
type Seconds = readonly (readonly boolean[])[]

/** Returns when a phase of each junction is green, second by second. Its controllers take other settings after a while. */
function seen(
  before: Street,
  after: Street,
  direction: Direction,
  fromS: number,
  seconds: number,
  takenAfter: number,
): Seconds {
  return after.map(({ settings, phases }, index) => {
    const old: ControllerSettings = before[index]?.settings ?? settings
    let state: EngineState | null = null
    return Array.from({ length: seconds }, (_, second) => {
      state = step(state, second < takenAfter ? old : settings, modulo(fromS + second, SECONDS_PER_DAY))
      return ofPhase(state.lamps, phases[direction]).green > 0
    })
  })
}

/** Returns the widest band of the vehicles that pass the first junction in the cycle that begins at a second. */
function widthIn(greens: Seconds, passingS: readonly number[], from: number): number {
  const free = Array.from({ length: 2 * CYCLE }, (_, entry) =>
    greens.every((junction, index) => junction[from + (entry % CYCLE) + (passingS[index] ?? 0)]),
  )
  let [widest, width] = [0, 0]
  for (const isFree of free) {
    width = isFree ? width + 1 : 0
    widest = Math.max(widest, width)
  }
  return Math.min(widest, CYCLE)
}

it('shows the planned band within 2 s for ten cycles: when the plan is taken, after a change of plan, and over midnight', () => {
  fc.assert(
    fc.property(streets, (street) => {
      const first = planned(street, 1)
      const second = planned(first.street, 2)
      const set = second.street
      const corridor = corridorOfSettings(
        set.map(({ settings, ...junction }) => ({
          ...junction,
          name: '',
          speedKmh: { outbound: 36, inbound: 36 },
          program: programOf(settings, 1),
          clearance: settings.clearance,
          offset: 0,
        })),
      ).corridor
      for (const direction of DIRECTIONS) {
        const passingS = passingTimesMs(corridor)[direction].map((ms) => ms / 1000)
        const promised = (bands: Bands) => (bands.byDirection[direction]?.arc?.widthMs ?? 0) / 1000
        const expectTen = (greens: Seconds, from: number, bands: Bands) => {
          for (let cycle = 0; cycle < CYCLES; cycle++)
            expect(Math.abs(widthIn(greens, passingS, from + cycle * CYCLE) - promised(bands))).toBeLessThanOrEqual(2)
        }
        // Settings are taken at 06:24:00, seven o'clock is 2160 s later; each has settled after two cycles (R11).
        const morning = seen(street, set, direction, at('06:20'), 4000, 240)
        expectTen(morning, 240 + 3 * CYCLE, first.bands)
        expectTen(morning, 2400 + 5 * CYCLE, second.bands)
        const night = seen(set, set, direction, at('00:00') - 800, 1400, 0)
        expectTen(night, 240, first.bands)
      }
    }),
    { numRuns: 4 },
  )
})
