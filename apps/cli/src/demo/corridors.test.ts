import type { ProgramNumber } from '@greenwave/controller/controllerLimits'
import { programOf } from '@greenwave/controller/settings'
import { offsetRow } from '@greenwave/controller/settingTable/offset'
import { bandsOf } from '@greenwave/coordination/bands'
import { DIRECTIONS } from '@greenwave/coordination/corridor'
import { corridorOfSettings, type SetJunction } from '@greenwave/coordination/fromSettings'
import { misfits } from '@greenwave/coordination/misfits'
import { finish } from '@greenwave/coordination/plan'
import { proposalSteps } from '@greenwave/coordination/proposal'
import { describe, expect, it } from 'vitest'
import { CORRIDORS, corridorContent, type DemoCorridor } from './corridors.ts'
import { JUNCTIONS } from './junctions.ts'

/** Returns the junctions of a corridor as they are set, with the drift of one clock, seconds. */
function setOf(corridor: DemoCorridor | undefined, program: ProgramNumber, drift = 0): readonly SetJunction[] {
  let positionM = 0
  return (corridor ? corridorContent(corridor, (name) => name).junctions : []).map(
    ({ device, distance, speed, phase }) => {
      positionM += distance ?? 0
      const settings = JUNCTIONS.find(({ name }) => name === device)?.settings
      if (!settings) throw new Error(`${device} is a junction`)
      const offset = offsetRow.at({ program }).of(settings) ?? 0
      return {
        name: device,
        positionM,
        speedKmh: speed,
        phases: phase,
        program: programOf(settings, program),
        clearance: settings.clearance,
        offset: device === 'TLC-0004' ? offset - drift : offset,
        canOffset: true,
      }
    },
  )
}
function band(junctions: readonly SetJunction[]): number {
  const { corridor, cycle, timings } = corridorOfSettings(junctions)
  expect(misfits(corridor, cycle, timings)).toEqual([])
  return (bandsOf(corridor, cycle, timings).byDirection.outbound?.arc?.widthMs ?? 0) / 1000
}

describe("the demonstration's corridors", () => {
  const [wave, second] = CORRIDORS

  it.each([1, 2, 3, 4] as const)(
    'the first has a wave in program %i, which the clock breaks from the start on, and for an hour at least',
    (program) => {
      const green = setOf(wave, program)[0]?.program.phases[0].green ?? 0
      expect(band(setOf(wave, program))).toBeGreaterThan(green - 2)
      for (const drift of [20, 26]) expect(band(setOf(wave, program, drift))).toBeLessThan(green / 2)
    },
  )

  it('the second has none, because cycles differ, and gets one from the planner with the present cycle', () => {
    const junctions = setOf(second, 1)
    const { corridor, cycle } = corridorOfSettings(junctions)
    expect(misfits(corridor, cycle).map(({ code }) => code)).toEqual(['cycleDiffers'])
    const { cycles } = finish(proposalSteps({ junctions, objective: 'equal', cycles: [cycle] }))
    const [planned] = cycles
    if (!planned || !('bands' in planned)) throw new Error('the present cycle fits all')
    for (const direction of DIRECTIONS)
      expect(planned.bands.byDirection[direction]?.arc?.widthMs).toBeGreaterThan(12_000)
    // It is a junction of the first corridor, too, whose wave stays.
    expect(planned.junctions[0]).toEqual(junctions[0])
  })
})
