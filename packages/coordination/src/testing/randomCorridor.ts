import type { Corridor, CorridorJunction, DirectionGreen } from '../corridor.ts'

/** Returns numbers from 0 to below 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a random corridor is like. */
export interface CorridorKind {
  readonly junctions: number
  readonly cycle: number
  /** Whether greens and speeds differ by direction. */
  readonly unequal: boolean
}

/** Returns a corridor as streets have them: 150 to 600 m between junctions, 25 to 60 km/h, green for 35 to 70 % of the cycle. */
export function randomCorridor({ junctions, cycle, unequal }: CorridorKind, random: () => number): Corridor {
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  const green = (): DirectionGreen => ({
    green: between(Math.ceil(cycle * 0.35), Math.floor(cycle * 0.7)),
    start: unequal ? between(0, cycle - 1) : 0,
  })
  let positionM = 0
  return Array.from({ length: junctions }, (_, index): CorridorJunction => {
    if (index > 0) positionM += between(150, 600)
    const [outbound, speed] = [green(), between(25, 60)]
    return {
      name: `J${index + 1}`,
      positionM,
      speedKmh: { outbound: speed, inbound: unequal ? between(25, 60) : speed },
      greens: { outbound, inbound: unequal ? green() : outbound },
      ownCycle: null,
      canOffset: true,
      blocks: null,
    }
  })
}
