import { LATITUDE_RANGE, LONGITUDE_RANGE } from '@greenwave/controller/controllerLimits'
import { parseNumber } from '@greenwave/controller/integer'
import { LATITUDE_KEY, LONGITUDE_KEY } from '@greenwave/controller/keys'
import type { TimedValues } from '@greenwave/controller/timedValue'

/** A place on the map, in degrees. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Where the map is centred when a device has no location: southern Vietnam. */
export const DEFAULT_CENTRE: Place = { latitude: 10.76, longitude: 106.66 }
export const DEFAULT_ZOOM = 13
export const MAX_ZOOM = 18

/** Parses a device's location. Returns null unless both coordinates are numbers within their ranges. */
export function parseLocation(server: TimedValues): Place | null {
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

/**
 * Decimals of a degree that are stored: a tenth of a metre, and few enough that the platform does not store the number
 * as text.
 */
const DECIMALS = 6

/** Rounds a coordinate to the precision that is stored. */
export function roundCoordinate(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS))
}

/** Returns both coordinates as text for display, with five decimals (a metre). */
export function placeText({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}

/**
 * Returns whether a coordinate field accepts this text while it is typed: an optional minus sign, digits and one
 * decimal point.
 */
export function isCoordinateTyping(text: string): boolean {
  return /^-?\d*\.?\d*$/.test(text)
}
