import { parseNumber } from '@greenwave/controller/integer'
import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import { LATITUDE_RANGE, LONGITUDE_RANGE } from '@greenwave/controller/limits'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** Degrees. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Where the map looks when a device has no location: southern Vietnam. */
export const DEFAULT_CENTRE: Place = { latitude: 10.76, longitude: 106.66 }
export const DEFAULT_ZOOM = 13
export const MAX_ZOOM = 18

/** A device's location: both coordinates must be numbers within their ranges, or there is none. */
export function readLocation(server: TimedValues): Place | null {
  const latitude = parseNumber(server[LATITUDE_KEY]?.value)
  const longitude = parseNumber(server[LONGITUDE_KEY]?.value)
  if (latitude === undefined || longitude === undefined) return null
  const inRange =
    latitude >= LATITUDE_RANGE.min &&
    latitude <= LATITUDE_RANGE.max &&
    longitude >= LONGITUDE_RANGE.min &&
    longitude <= LONGITUDE_RANGE.max
  return inRange ? { latitude, longitude } : null
}

/** Decimals of a degree that are kept: a tenth of a metre, and never so many that the platform would store text. */
const DECIMALS = 6

/** A coordinate as it is sent. */
export function roundCoordinate(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS))
}

/** Both coordinates for a person, five decimals (a metre). */
export function placeText({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/** What the coordinate fields let a person type: an optional minus, digits and one decimal point. */
export function isCoordinateTyping(text: string): boolean {
  return /^-?\d*\.?\d*$/.test(text)
}
