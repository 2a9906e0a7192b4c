import {
  type Corridor,
  type CorridorJunction,
  cycleOf,
  DIRECTIONS,
  type Direction,
  keepsStep,
  type Timing,
} from './corridor.ts'
import { greenPlaces, total } from './layouts.ts'

/** Why a junction cannot run as it is at a common cycle. Seconds; `cycle` is the junction's own one. */
export type Misfit = { readonly junction: number; readonly cycle: number } & (
  | { readonly code: 'actuated' }
  | { readonly code: 'cycleDiffers'; readonly commonCycle: number }
  | { readonly code: 'greenAboveCycle'; readonly direction: Direction; readonly green: number }
  | { readonly code: 'startBeyondCycle'; readonly direction: Direction; readonly start: number }
  | { readonly code: 'offsetBeyondCycle'; readonly offset: number }
  | { readonly code: 'cannotOffset'; readonly offset: number }
  | { readonly code: 'blocksAboveCycle'; readonly seconds: number }
  | { readonly code: 'greenInNoBlock' }
)

/**
 * Returns why junctions cannot run at a common cycle; none if all can. With timings, their offsets are looked at, too.
 * Nothing may be planned or evaluated at a cycle that has misfits: there would be bands that no street has.
 */
export function misfits(corridor: Corridor, commonCycle: number, timings: readonly Timing[] = []): readonly Misfit[] {
  return corridor.flatMap((junction, index) => {
    const named = { junction: index, cycle: cycleOf(junction, commonCycle) }
    if (junction.isActuated) return [{ ...named, code: 'actuated' as const }]
    if (!keepsStep(junction, commonCycle)) return [{ ...named, code: 'cycleDiffers' as const, commonCycle }]
    const offset = timings[index]?.offset ?? 0
    const ofGreens = DIRECTIONS.flatMap((direction) => ofGreen(junction, named, direction))
    return [
      ...ofOffset(junction, named, offset),
      ...(ofGreens.length > 0 ? ofGreens : ofBlocks(junction, named, commonCycle)),
    ]
  })
}

type Named = Pick<Misfit, 'junction' | 'cycle'>

function ofOffset({ canOffset }: CorridorJunction, named: Named, offset: number): readonly Misfit[] {
  if (offset >= named.cycle) return [{ ...named, code: 'offsetBeyondCycle', offset }]
  return canOffset || offset === 0 ? [] : [{ ...named, code: 'cannotOffset', offset }]
}

function ofGreen({ greens }: CorridorJunction, named: Named, direction: Direction): readonly Misfit[] {
  const green = greens[direction]
  if (!green) return []
  if (green.green > named.cycle) return [{ ...named, code: 'greenAboveCycle', direction, green: green.green }]
  if (green.start >= named.cycle) return [{ ...named, code: 'startBeyondCycle', direction, start: green.start }]
  return []
}

function ofBlocks(junction: CorridorJunction, named: Named, commonCycle: number): readonly Misfit[] {
  if (!junction.blocks) return []
  const seconds = total(junction.blocks)
  if (seconds > named.cycle) return [{ ...named, code: 'blocksAboveCycle', seconds }]
  return greenPlaces(junction, commonCycle) ? [] : [{ ...named, code: 'greenInNoBlock' }]
}
