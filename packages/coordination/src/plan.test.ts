import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bandsOf } from './bands.ts'
import type { Corridor, Objective, Timing } from './corridor.ts'
import { misfits } from './misfits.ts'
import { planCorridor, planSteps } from './plan.ts'
import { bandSeconds } from './testing/bandSeconds.ts'
import { bandByTrying, combinations, everyArrangement, type TriedTiming } from './testing/bruteForce.ts'
import { bothWays, evenCorridor, junction } from './testing/junction.ts'
import { randomCorridor, seeded } from './testing/randomCorridor.ts'
import { valuationOf } from './worth.ts'

const worth = (objective: Objective, { outbound, inbound }: { readonly outbound: number; readonly inbound: number }) =>
  valuationOf(objective).first(outbound, inbound)

/** Returns the most that an objective reaches over all of these timings, by trying each vehicle. */
function bestByTrying(
  corridor: Corridor,
  cycle: number,
  objective: Objective,
  timings: readonly (readonly TriedTiming[])[],
) {
  return Math.max(
    ...combinations(timings).map((tried) =>
      worth(objective, {
        outbound: bandByTrying(corridor, cycle, 'outbound', tried),
        inbound: bandByTrying(corridor, cycle, 'inbound', tried),
      }),
    ),
  )
}

const anyObjective = fc.constantFrom<Objective>('equal', 'outbound', 'inbound', { outbound: 2, inbound: 1 })
/** Travel times are whole tenths of seconds, as the vehicles that are tried: 36 km/h is a metre in a tenth. */
const anyMetres = fc.integer({ min: 1, max: 400 })

describe('small corridors have the bands that trying everything finds', () => {
  const anyGreens = (cycle: number) =>
    fc.record({
      outbound: fc.option(
        fc.record({ green: fc.integer({ min: 1, max: cycle }), start: fc.integer({ min: 0, max: cycle - 1 }) }),
        { freq: 5 },
      ),
      inbound: fc.option(
        fc.record({ green: fc.integer({ min: 1, max: cycle }), start: fc.integer({ min: 0, max: cycle - 1 }) }),
        { freq: 5 },
      ),
    })

  test('with offsets, also of half cycles and for some junctions only', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ metres: anyMetres, greens: anyGreens(6), half: fc.boolean(), canOffset: fc.boolean() }), {
          minLength: 2,
          maxLength: 3,
        }),
        anyObjective,
        (parts, objective) => {
          let positionM = 0
          const corridor = parts.map(({ metres, greens, half, canOffset }) => {
            positionM += metres
            return junction({ positionM, greens, canOffset, ownCycle: half ? 6 : null })
          })
          fc.pre(misfits(corridor, 12).length === 0)
          const timings = corridor.map(({ greens, canOffset, ownCycle }) =>
            Array.from({ length: canOffset ? (ownCycle ?? 12) : 1 }, (_, offset) => ({
              offset,
              starts: { outbound: greens.outbound?.start ?? null, inbound: greens.inbound?.start ?? null },
            })),
          )
          const plan = planCorridor(corridor, { objective, cycle: 12 })
          expect(plan.exact).toBe(true)
          const best = bestByTrying(corridor, 12, objective, timings)
          expect(worth(objective, cycleWhereFree(corridor, plan.bands, 12))).toBeCloseTo(best, 6)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('with the order of phases and unused time (R6, R8)', () => {
    const anyBlocks = fc.tuple(
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 2 }),
    )
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ metres: anyMetres, blocks: anyBlocks, inbound: fc.constantFrom(0, 1), canOffset: fc.boolean() }),
          { minLength: 2, maxLength: 2 },
        ),
        anyObjective,
        (parts, objective) => {
          let positionM = 0
          const corridor = parts.map(({ metres, blocks, inbound, canOffset }) => {
            positionM += metres
            const greenOf = (phase: 0 | 1) => ({ green: blocks[phase] - 1, start: phase === 0 ? 0 : blocks[0] })
            return junction({
              positionM,
              blocks,
              canOffset,
              greens: { outbound: greenOf(0), inbound: greenOf(inbound as 0 | 1) },
            })
          })
          const timings = corridor.map(({ blocks, canOffset }, index) =>
            everyArrangement(blocks ?? [], 11).flatMap((phases) =>
              Array.from({ length: canOffset ? 11 : 1 }, (_, offset) => ({
                offset,
                starts: { outbound: phases[0] ?? 0, inbound: phases[parts[index]?.inbound ?? 0] ?? 0 },
              })),
            ),
          )
          // An offset and a start that give the same greens need be tried once only.
          const distinct = timings.map((list) => [
            ...new Map(
              list.map((one) => [
                `${(one.offset + one.starts.outbound) % 11} ${(one.offset + one.starts.inbound) % 11}`,
                one,
              ]),
            ).values(),
          ])
          const plan = planCorridor(corridor, { objective, cycle: 11 })
          const best = bestByTrying(corridor, 11, objective, distinct)
          expect(worth(objective, bandSeconds(plan.bands))).toBeCloseTo(best, 6)
        },
      ),
      { numRuns: 25 },
    )
  })
})

/** Returns the bands; the whole cycle for a direction that no junction serves, as the slow search sees it. */
function cycleWhereFree(corridor: Corridor, bands: ReturnType<typeof bandsOf>, cycle: number) {
  const { outbound, inbound } = bandSeconds(bands)
  const serves = (direction: 'outbound' | 'inbound') => corridor.some(({ greens }) => greens[direction])
  return { outbound: serves('outbound') ? outbound : cycle, inbound: serves('inbound') ? inbound : cycle }
}

describe('a plan', () => {
  const anyStreet = fc
    .record({
      seed: fc.integer(),
      junctions: fc.integer({ min: 2, max: 8 }),
      cycle: fc.constantFrom(60, 90, 120),
      unequal: fc.boolean(),
    })
    .map(({ seed, ...kind }) => ({ corridor: randomCorridor(kind, seeded(seed)), cycle: kind.cycle }))
  const withOffsets = (timings: readonly Timing[], offset: (index: number) => number, cycle: number) =>
    timings.map((timing, index) => ({ ...timing, offset: (timing.offset + offset(index)) % cycle }))

  test('is never worse than any given offsets', () => {
    fc.assert(
      fc.property(
        anyStreet,
        anyObjective,
        fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
        (street, objective, moved) => {
          const { corridor, cycle } = street
          const plan = planCorridor(corridor, { objective, cycle })
          const given = withOffsets(plan.timings, (index) => (moved[index] ?? 0) % cycle, cycle)
          expect(worth(objective, bandSeconds(plan.bands))).toBeGreaterThanOrEqual(
            worth(objective, bandSeconds(bandsOf(corridor, cycle, given))),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  test('promises the bands that its offsets have, and no more', () => {
    fc.assert(
      fc.property(anyStreet, anyObjective, ({ corridor, cycle }, objective) => {
        const plan = planCorridor(corridor, { objective, cycle })
        expect(bandsOf(corridor, cycle, plan.timings)).toEqual(plan.bands)
        expect(worth(objective, bandSeconds(plan.bands))).toBeCloseTo(plan.boundS, 6)
        for (const { offset } of plan.timings) expect(offset).toBeLessThan(cycle)
      }),
      { numRuns: 60 },
    )
  })

  test('has the same bands when all offsets are shifted', () => {
    fc.assert(
      fc.property(anyStreet, fc.nat(), ({ corridor, cycle }, by) => {
        const plan = planCorridor(corridor, { objective: 'equal', cycle })
        const shifted = withOffsets(plan.timings, () => by, cycle)
        expect(bandSeconds(bandsOf(corridor, cycle, shifted))).toEqual(bandSeconds(plan.bands))
      }),
      { numRuns: 60 },
    )
  })

  it('leaves as much green before the bands as behind them', () => {
    const oneWay = { inbound: null }
    const corridor = evenCorridor([0, 300], [20, 50], 36).map((one) => ({
      ...one,
      greens: { ...one.greens, ...oneWay },
    }))
    const { timings, bands } = planCorridor(corridor, { objective: 'outbound', cycle: 90 })
    expect(bandSeconds(bands).outbound).toBe(20)
    // 30 s of driving, and 15 of the 30 s that are left before the band.
    expect((timings[1]?.offset ?? 0) - (timings[0]?.offset ?? 0)).toBe(30 - 15)
  })

  it('takes another order of phases only if the bands need it (R6, R8)', () => {
    const at = (positionM: number) => junction({ positionM, canOffset: false, blocks: [25, 35], greens: bothWays(20) })
    const near = planCorridor([at(0), at(20)], { objective: 'outbound', cycle: 60 })
    expect(near.timings.map(({ order }) => order)).toEqual([
      [0, 1],
      [0, 1],
    ])
    const far = planCorridor([at(0), at(350)], { objective: 'outbound', cycle: 60 })
    expect(far.timings.map(({ order }) => order)).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect(far.timings[1]).toMatchObject({ offset: 0, starts: { outbound: 35, inbound: 35 }, phaseStarts: [35, 0] })
    expect(bandSeconds(far.bands).outbound).toBe(20)
  })

  it('moves greens by unused time, and the last block still ends with the cycle (R6)', () => {
    const fixed = junction({ canOffset: false, blocks: null, greens: bothWays(20) })
    const slack = junction({ positionM: 80, canOffset: false, blocks: [25, 20], greens: bothWays(20) })
    const { timings, bands } = planCorridor([fixed, slack], { objective: 'outbound', cycle: 60 })
    expect(timings[1]?.phaseStarts).toEqual([8, 40])
    expect(bandSeconds(bands).outbound).toBe(20)
  })

  it('leaves a junction as it is that has neither offsets nor blocks', () => {
    const corridor = [junction({ canOffset: false, greens: bothWays(30, 7) }), junction({ positionM: 100 })]
    const { timings } = planCorridor(corridor, { objective: 'equal', cycle: 60 })
    expect(timings[0]).toEqual({ offset: 0, starts: { outbound: 7, inbound: 7 }, order: null, phaseStarts: null })
  })

  it('says how good it can be at most when the search is cut short', () => {
    const corridor = randomCorridor({ junctions: 12, cycle: 90, unequal: true }, seeded(5))
    const whole = planCorridor(corridor, { objective: 'equal', cycle: 90 })
    const cut = planCorridor(corridor, { objective: 'equal', cycle: 90, mostPairs: 20 })
    expect(whole.exact).toBe(true)
    expect(cut.exact).toBe(false)
    const { outbound, inbound } = bandSeconds(cut.bands)
    expect(Math.min(outbound, inbound)).toBeLessThan(whole.boundS)
    expect(cut.boundS).toBeGreaterThanOrEqual(whole.boundS)
  })

  it('is made in steps that say how far it is', () => {
    const corridor = randomCorridor({ junctions: 12, cycle: 120, unequal: true }, seeded(5))
    const steps = [...planSteps(corridor, { objective: 'equal', cycle: 120 })]
    expect(steps.length).toBeGreaterThan(3)
    for (const { done, atMost } of steps) expect(done).toBeLessThanOrEqual(atMost)
    expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).toSorted((a, b) => a - b))
  })

  it('is exact for 12 junctions without offsets at 150 s, however many layouts they have', () => {
    const corridor = randomCorridor({ junctions: 12, cycle: 150, unequal: false }, seeded(84)).map((one) => {
      const green = Math.min(one.greens.outbound?.green ?? 0, 60)
      return {
        ...one,
        canOffset: false,
        blocks: [green + 5, 40, 35],
        greens: { outbound: { green, start: 0 }, inbound: { green: 30, start: green + 5 } },
      }
    })
    expect(planCorridor(corridor, { objective: 'equal', cycle: 150 }).exact).toBe(true)
  })
})
