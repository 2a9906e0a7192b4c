/**
 * @file A corridor: the junctions of a street that are set together. It is an asset of this type, with its content among
 * the notes of the asset under `gw`, so that two people who change it get a conflict of versions and no lost edit.
 */
import * as z from 'zod/mini'
import type { Asset } from '../wire/assets.ts'
import { Uuid } from '../wire/ids.ts'
import { infoOf } from '../wire/tolerant.ts'

/** Type of the assets that are corridors. */
export const CORRIDOR_TYPE = 'corridor'

/** Most junctions of a corridor: what the planner takes. */
export const MOST_CORRIDOR_JUNCTIONS = 50
/** Metres between two junctions, and km/h, both ends included. */
export const LINK_METRES = { min: 1, max: 100_000 } as const
export const LINK_KMH = { min: 1, max: 200 } as const

const NO_DIRECTIONS = { outbound: null, inbound: null }
const byDirection = <S extends z.core.$ZodType>(value: S) =>
  z.catch(
    z.object({ outbound: z.catch(z.nullable(value), null), inbound: z.catch(z.nullable(value), null) }),
    NO_DIRECTIONS,
  )

const CorridorPlace = z.looseObject({
  /** The id of its device. */
  device: Uuid,
  /** Metres from the junction before; null for the first, and where it is not known. */
  distance: z.catch(z.nullable(z.number().check(z.minimum(LINK_METRES.min), z.maximum(LINK_METRES.max))), null),
  /** Km/h on the way between the junction before and this one, by direction; null for the first. */
  speed: byDirection(z.number().check(z.minimum(LINK_KMH.min), z.maximum(LINK_KMH.max))),
  /** The phase that serves each direction; null when the signals cause no delay. */
  phase: byDirection(z.literal([1, 2, 3])),
})

const Corridor = z.looseObject({
  /** In the outbound order. A corridor without an inbound phase is one-way. */
  junctions: z.array(CorridorPlace).check(z.maxLength(MOST_CORRIDOR_JUNCTIONS)),
})

/** A junction of a corridor, and the way to it from the one before. */
export type CorridorPlace = z.infer<typeof CorridorPlace>
/** The content of a corridor. */
export type Corridor = z.infer<typeof Corridor>

/** Returns the corridor that an asset holds; undefined for one without a readable content. */
export function parseCorridor({ additionalInfo }: Pick<Asset, 'additionalInfo'>): Corridor | undefined {
  const read = z.safeParse(Corridor, infoOf(additionalInfo).gw)
  return read.success ? read.data : undefined
}

/** Returns the notes of an asset with this corridor; other members of the notes that were read stay. */
export function writeCorridor(additionalInfo: unknown, corridor: Corridor): Record<string, unknown> {
  const info = infoOf(additionalInfo)
  return { ...info, gw: { ...infoOf(info.gw), ...corridor } }
}

/** Returns the metres of each junction from the first one; a distance that is not known counts as none. */
export function positionsM({ junctions }: Corridor): readonly number[] {
  let at = 0
  return junctions.map(({ distance }) => {
    at += distance ?? 0
    return at
  })
}
