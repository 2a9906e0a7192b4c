import { modulo } from '@greenwave/controller/cycle'
import { type CorridorJunction, DIRECTIONS } from '@greenwave/coordination/corridor'
import { planCorridor } from '@greenwave/coordination/plan'
import { bothWays, junction } from '@greenwave/coordination/testing/junction'
import { randomCorridor, seeded } from '@greenwave/coordination/testing/randomCorridor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConflicting, type Lights, lightPhases, lightsOf, type SetStreet } from './lights.ts'

const CLEARANCE = { yellow: 3, redClearance: 2 }

/** Returns the letters of each second of a cycle, as text. */
function seconds(lights: Lights): readonly string[] {
  return lightPhases(lights, CLEARANCE).flatMap(({ seconds, letters }) =>
    Array.from({ length: seconds }, () => letters),
  )
}

/** Returns the lights of one junction with these starts, at a cycle of 60 s. */
function lightsAt(one: CorridorJunction, set: Partial<SetStreet['timings'][number]> = {}): Lights | undefined {
  const starts = { outbound: one.greens.outbound?.start ?? null, inbound: one.greens.inbound?.start ?? null }
  return lightsOf([one, one], [{ cycle: 60, timings: [{ offset: 0, starts, ...set }] }], CLEARANCE)[0]?.[0]
}

describe('the lights of a model', () => {
  it('are green in exactly the seconds of the program, shifted by the offset (R8, R19)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 60, max: 120 }),
        fc.boolean(),
        (seed, cycle, unequal) => {
          const corridor = randomCorridor({ junctions: 3, cycle, unequal }, seeded(seed))
          const { timings } = planCorridor(corridor, { objective: 'equal', cycle })
          const [lights = []] = lightsOf(corridor, [{ cycle, timings }], CLEARANCE)
          for (const [index, { greens }] of corridor.entries()) {
            const of = lights[index]
            if (!of) throw new Error('each junction has lights')
            const shown = seconds(of)
            expect(shown).toHaveLength(cycle)
            const letters = [...of.greens.keys()]
            for (const direction of DIRECTIONS) {
              const { green = 0 } = greens[direction] ?? {}
              const begin = (timings[index]?.offset ?? 0) + (timings[index]?.starts[direction] ?? 0)
              const wanted = shown.map((_, second) => {
                const since = modulo(second - begin, cycle)
                return since < green ? 'G' : since < green + CLEARANCE.yellow ? 'y' : 'r'
              })
              expect(shown.map((all) => all[letters.indexOf(direction)])).toEqual(wanted)
            }
            expect(isConflicting(of, CLEARANCE)).toBe(false)
          }
        },
      ),
      { numRuns: 15 },
    )
  })

  it('give side streets what the street leaves, where a file tells no phases', () => {
    // Green 0 to 30, clear at 35; the side street must be clear at 60.
    expect(lightsAt(junction())?.greens.get('northbound')).toEqual({ green: 20, start: 35 })
    expect(lightsAt(junction(), { offset: 50 })?.greens.get('southbound')).toEqual({ green: 20, start: 25 })
    expect(lightsAt(junction({ greens: bothWays(52) }))?.greens.has('northbound')).toBe(false)
  })

  it('give side streets the phases that serve neither direction, with the seconds of their blocks', () => {
    const withBlocks = junction({ blocks: [35, 13, 12] })
    const lights = lightsAt(withBlocks)
    expect(lights?.greens.get('northbound')).toEqual({ green: 8, start: 35 })
    expect(lights?.greens.get('southbound')).toEqual({ green: 7, start: 48 })
    const turned = lightsAt(withBlocks, { starts: { outbound: 12, inbound: 12 }, phaseStarts: [12, 47, 0] })
    expect(turned?.greens.get('northbound')).toEqual({ green: 8, start: 47 })
    expect(turned?.greens.get('southbound')).toEqual({ green: 7, start: 0 })
  })

  it('let no side street cross a direction that no signal holds up', () => {
    const half = junction({ greens: { outbound: { green: 30, start: 0 }, inbound: null } })
    const [lights] = lightsOf(
      [half, junction()],
      [
        {
          cycle: 60,
          timings: [
            { offset: 0, starts: { outbound: 0, inbound: null } },
            { offset: 0, starts: { outbound: 0, inbound: 0 } },
          ],
        },
      ],
      CLEARANCE,
    )
    expect([...(lights?.[0]?.greens ?? [])]).toEqual([
      ['outbound', { green: 30, start: 0 }],
      ['inbound', 'always'],
    ])
  })

  it('have a side street in both plans or in none', () => {
    const one = junction({ greens: { outbound: { green: 30, start: 0 }, inbound: { green: 30, start: 30 } } })
    const at = (inbound: number) => ({ cycle: 60, timings: [{ offset: 0, starts: { outbound: 0, inbound } }] })
    const plans = lightsOf([one], [at(0), at(30)], CLEARANCE)
    expect(plans.map(([lights]) => lights?.greens.has('northbound'))).toEqual([false, false])
  })

  it('conflict where blocks are shorter than yellow and red clearance', () => {
    const lights = lightsAt(junction({ blocks: [33, 27] }))
    expect(lights && isConflicting(lights, CLEARANCE)).toBe(true)
  })
})
