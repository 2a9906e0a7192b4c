import { modulo } from '@greenwave/controller/cycle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { choicesOf } from './choices.ts'
import { greenPlaces } from './layouts.ts'
import { everyArrangement } from './testing/bruteForce.ts'
import { junction } from './testing/junction.ts'

/** A junction with its blocks and cycle; its greens begin with their blocks, or up to some seconds later. */
const anyJunction = fc
  .record({
    blocks: fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 3 }),
    unused: fc.nat({ max: 7 }),
    outbound: fc.record({ phase: fc.nat({ max: 2 }), less: fc.nat({ max: 3 }), served: fc.boolean() }),
    inbound: fc.record({ phase: fc.nat({ max: 2 }), less: fc.nat({ max: 3 }), served: fc.boolean() }),
    canOffset: fc.boolean(),
  })
  .map(({ blocks, unused, canOffset, ...greens }) => {
    const cycle = blocks.reduce((sum, block) => sum + block, unused)
    const greenOf = ({
      phase,
      less,
      served,
    }: {
      readonly phase: number
      readonly less: number
      readonly served: boolean
    }) => {
      const at = phase % blocks.length
      const start = blocks.slice(0, at).reduce((sum, block) => sum + block, 0)
      return served ? { green: Math.max(1, (blocks[at] ?? 0) - less), start } : null
    }
    const one = junction({
      blocks,
      canOffset,
      greens: { outbound: greenOf(greens.outbound), inbound: greenOf(greens.inbound) },
    })
    return { one, cycle }
  })

test('leads are the least that any arrangement and any offset allow, for both directions and for each alone', () => {
  fc.assert(
    fc.property(
      anyJunction,
      fc.nat({ max: 40 }),
      fc.nat({ max: 40 }),
      ({ one, cycle }, outboundSecond, inboundSecond) => {
        const places = greenPlaces(one, cycle)
        const [choices] = choicesOf([one], cycle)
        const limits = (direction: 'outbound' | 'inbound') => choices?.greens[direction] !== null
        const possible = everyArrangement(one.blocks ?? [], cycle).flatMap((starts) =>
          Array.from({ length: one.canOffset ? cycle : 1 }, (_, offset) => {
            const lead = (direction: 'outbound' | 'inbound', second: number) => {
              const place = places?.[direction]
              if (!place || !limits(direction)) return 0
              return modulo(second - (starts[place.phase] ?? 0) - place.after - offset, cycle)
            }
            return [lead('outbound', outboundSecond), lead('inbound', inboundSecond)] as const
          }),
        )
        const fits = (direction: 'outbound' | 'inbound', lead: number) =>
          !limits(direction) || lead < (one.greens[direction]?.green ?? 0)
        const fitting = possible.filter(([outbound, inbound]) => fits('outbound', outbound) && fits('inbound', inbound))
        const least = fitting.filter(
          (pair) =>
            !fitting.some(
              (other) => other[0] <= pair[0] && other[1] <= pair[1] && other[0] + other[1] < pair[0] + pair[1],
            ),
        )
        const found = choices?.leads(outboundSecond, inboundSecond) ?? []
        const pairs = Array.from(
          { length: found.length / 2 },
          (_, index) => `${found[index * 2]} ${found[index * 2 + 1]}`,
        )
        expect(pairs.sort()).toEqual([...new Set(least.map(([outbound, inbound]) => `${outbound} ${inbound}`))].sort())

        const alone = possible.map(([outbound]) => outbound).filter((lead) => fits('outbound', lead))
        expect(choices?.leadAlone('outbound', outboundSecond)).toBe(alone.length > 0 ? Math.min(...alone) : null)
      },
    ),
    { numRuns: 300 },
  )
})
