import type { Corridor, CorridorJunction, DirectionGreen } from '../corridor.ts'

/** Returns a junction with a green of 30 s both ways at 0 m, with these changes. */
export function junction(changes: Partial<CorridorJunction> = {}): CorridorJunction {
  return {
    name: 'A',
    positionM: 0,
    speedKmh: { outbound: 36, inbound: 36 },
    greens: { outbound: { green: 30, start: 0 }, inbound: { green: 30, start: 0 } },
    ownCycle: null,
    canOffset: true,
    blocks: null,
    ...changes,
  }
}

/** Returns a junction's greens, the same for both directions. */
export function bothWays(green: number, start = 0): CorridorJunction['greens'] {
  const one: DirectionGreen = { green, start }
  return { outbound: one, inbound: one }
}

/** Returns a corridor of junctions at these metres with these greens, the same speed and green both ways. */
export function evenCorridor(positionsM: readonly number[], greens: readonly number[], speedKmh: number): Corridor {
  return positionsM.map((positionM, index) =>
    junction({
      name: `J${index + 1}`,
      positionM,
      speedKmh: { outbound: speedKmh, inbound: speedKmh },
      greens: bothWays(greens[index] ?? 0),
    }),
  )
}
