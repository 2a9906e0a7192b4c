/** The junctions of a corridor while they are edited: a row each, in the outbound order, with text as it is typed. */
import {
  type Corridor,
  type CorridorPlace,
  LINK_KMH,
  LINK_METRES,
  MOST_CORRIDOR_JUNCTIONS,
} from '@greenwave/contract/records/corridors'
import type { Range } from '@greenwave/controller/controllerLimits'
import { type ByDirection, byDirection, DIRECTIONS, type Direction } from '@greenwave/coordination/corridor'
import * as z from 'zod/mini'
import type { Place } from '../../../data/device/location.ts'

const text = z.string()
const Row = z.object({
  /** The id of its device. */
  device: text,
  /** Metres from the row before; of no meaning in the first row, as the speeds. */
  distance: text,
  speed: z.object({ outbound: text, inbound: text }),
  /** The phase that serves each direction, or nothing. */
  phase: z.object({ outbound: z.enum(['', '1', '2', '3']), inbound: z.enum(['', '1', '2', '3']) }),
})
/** A junction of a corridor while it is edited, and the way to it from the one before. */
export type CorridorRow = z.infer<typeof Row>

/** Returns the place of a junction; null where it is not known. */
export type PlaceOf = (deviceId: string) => Place | null

/** Km/h of a way of which nothing else is known. */
const USUAL_KMH = '40'
/** Mean radius of the earth, metres. */
const EARTH_M = 6_371_000

/** Returns the rows of a stored corridor. */
export function rowsOf(corridor: Corridor | undefined): readonly CorridorRow[] {
  return (corridor?.junctions ?? []).map(({ device, distance, speed, phase }) => ({
    device,
    distance: typed(distance),
    speed: byDirection((direction) => typed(speed[direction])),
    phase: byDirection((direction) => PHASE_TEXTS[phase[direction] ?? 0]),
  }))
}

const PHASE_TEXTS = ['', '1', '2', '3'] as const

/** Returns the rows as the text of a form's field. */
export function rowsText(rows: readonly CorridorRow[]): string {
  return JSON.stringify(rows)
}

/** Returns the rows of a form's field; none if it holds no rows. */
export function parseRows(field: string): readonly CorridorRow[] {
  try {
    return z.parse(z.array(Row).check(z.maxLength(MOST_CORRIDOR_JUNCTIONS)), JSON.parse(field))
  } catch {
    return []
  }
}

/** Returns the corridor of rows without a complaint, as it is stored. */
export function corridorOf(rows: readonly CorridorRow[], isOneWay: boolean): Pick<Corridor, 'junctions'> {
  const drives = (direction: Direction) => direction === 'outbound' || !isOneWay
  return {
    junctions: rows.map(
      ({ device, distance, speed, phase }, index): CorridorPlace => ({
        device,
        distance: index === 0 ? null : Number(distance),
        speed: byDirection((direction) => (index > 0 && drives(direction) ? Number(speed[direction]) : null)),
        phase: byDirection((direction) => (drives(direction) ? phaseOf(phase[direction]) : null)),
      }),
    ),
  }
}

function phaseOf(phase: CorridorRow['phase'][Direction]): 1 | 2 | 3 | null {
  return phase === '1' ? 1 : phase === '2' ? 2 : phase === '3' ? 3 : null
}

/** Problem with a field: the key of a text. */
export type RowComplaint = 'distanceRange' | 'speedRange'

/** Validates the fields of the rows. Complaints by the path of the field in the form. */
export function rowComplaints(rows: readonly CorridorRow[], isOneWay: boolean): Readonly<Record<string, RowComplaint>> {
  const found: Record<string, RowComplaint> = {}
  for (const [index, { distance, speed }] of rows.entries()) {
    if (index === 0) continue
    if (!isWithin(distance, LINK_METRES)) found[rowPath(index, 'distance')] = 'distanceRange'
    for (const direction of isOneWay ? (['outbound'] as const) : DIRECTIONS) {
      if (!isWithin(speed[direction], LINK_KMH)) found[rowPath(index, direction)] = 'speedRange'
    }
  }
  return found
}

/** Returns the path of a field of a row in the form. */
export function rowPath(index: number, field: 'distance' | Direction): string {
  return `junctions.${index}.${field}`
}

function isWithin(field: string, { min, max }: Range): boolean {
  const number = Number(field)
  return field.trim() !== '' && number >= min && number <= max
}

/** Returns the rows with one more junction at the end. It has the phases of the row before; the same rows if it is one of them. */
export function withJunction(rows: readonly CorridorRow[], device: string, placeOf: PlaceOf): readonly CorridorRow[] {
  if (rows.length >= MOST_CORRIDOR_JUNCTIONS || rows.some((row) => row.device === device)) return rows
  const phase = rows.at(-1)?.phase ?? { outbound: '1', inbound: '1' }
  return linked(rows, [...rows, { device, distance: '', speed: { outbound: '', inbound: '' }, phase }], placeOf)
}

/** Returns the rows without one of them. */
export function withoutRow(rows: readonly CorridorRow[], index: number, placeOf: PlaceOf): readonly CorridorRow[] {
  return linked(
    rows,
    rows.filter((_row, at) => at !== index),
    placeOf,
  )
}

/** Returns the rows with one of them moved to another index. */
export function withMoved(
  rows: readonly CorridorRow[],
  from: number,
  to: number,
  placeOf: PlaceOf,
): readonly CorridorRow[] {
  const row = rows[from]
  if (!row || to < 0 || to >= rows.length) return rows
  return linked(rows, rows.filter((_row, at) => at !== from).toSpliced(to, 0, row), placeOf)
}

/** Returns the rows in the opposite order: what was outbound is inbound. */
export function reversed(rows: readonly CorridorRow[], placeOf: PlaceOf): readonly CorridorRow[] {
  const turned = rows.toReversed().map((row) => ({ ...row, phase: swapped(row.phase) }))
  return linked(rows, turned, placeOf)
}

/** Returns rows with the ways between them: those that were known before, and new ones by their places. */
function linked(
  before: readonly CorridorRow[],
  rows: readonly CorridorRow[],
  placeOf: PlaceOf,
): readonly CorridorRow[] {
  const known = new Map<string, Link>()
  for (const [index, { device, distance, speed }] of before.entries()) {
    const neighbour = before[index - 1]
    if (!neighbour) continue
    known.set(`${neighbour.device} ${device}`, { distance, speed })
    known.set(`${device} ${neighbour.device}`, { distance, speed: swapped(speed) })
  }
  const [usual] = known.values()
  return rows.map((row, index) => {
    const neighbour = rows[index - 1]
    if (!neighbour) return { ...row, distance: '', speed: { outbound: '', inbound: '' } }
    const link = known.get(`${neighbour.device} ${row.device}`)
    if (link) return { ...row, ...link }
    const metres = distanceM(placeOf(neighbour.device), placeOf(row.device))
    return {
      ...row,
      distance: metres === null ? '' : String(metres),
      speed: usual?.speed ?? { outbound: USUAL_KMH, inbound: USUAL_KMH },
    }
  })
}

type Link = Pick<CorridorRow, 'distance' | 'speed'>

function swapped<T>({ outbound, inbound }: ByDirection<T>): { outbound: T; inbound: T } {
  return { outbound: inbound, inbound: outbound }
}

/** Returns the distance of two places along the earth, whole metres; null if one of them is not known. */
export function distanceM(from: Place | null, to: Place | null): number | null {
  if (!from || !to) return null
  const radians = Math.PI / 180
  const north = (to.latitude - from.latitude) * radians
  const east = (to.longitude - from.longitude) * radians
  const half =
    Math.sin(north / 2) ** 2 +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * Math.sin(east / 2) ** 2
  return Math.round(2 * EARTH_M * Math.asin(Math.sqrt(half)))
}

function typed(number: number | null): string {
  return number === null ? '' : String(number)
}
