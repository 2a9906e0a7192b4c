import type { Range } from '../controllerLimits.ts'
import { parseNumber } from '../integer.ts'
import { LATITUDE_KEY, LONGITUDE_KEY } from '../keys.ts'
import { type Finding, found } from './finding.ts'
import { checkBesideSettings } from './ranges.ts'

/** Degrees. */
const VIETNAM_LATITUDE: Range = { min: 8, max: 24 }
/** Degrees. */
const VIETNAM_LONGITUDE: Range = { min: 102, max: 110 }

/**
 * (V10) Finds a single coordinate, the location 0, 0, and one outside Vietnam's box. Takes the values of a form; two
 * missing coordinates are no finding.
 */
export function checkLocation(latitude: unknown, longitude: unknown): Finding[] {
  const hasLatitude = isGiven(latitude)
  if (hasLatitude !== isGiven(longitude)) {
    const missing = hasLatitude ? LONGITUDE_KEY : LATITUDE_KEY
    const given = hasLatitude ? { [LATITUDE_KEY]: latitude } : { [LONGITUDE_KEY]: longitude }
    return [...checkBesideSettings(given), found('oneCoordinate', missing, { missing })]
  }
  if (!hasLatitude) return []
  const errors = checkBesideSettings({ [LATITUDE_KEY]: latitude, [LONGITUDE_KEY]: longitude })
  if (errors.length > 0) return errors
  return placeFindings(parseNumber(latitude) ?? 0, parseNumber(longitude) ?? 0)
}

function placeFindings(latitude: number, longitude: number): Finding[] {
  if (latitude === 0 && longitude === 0) return [found('zeroCoordinates', LATITUDE_KEY, {})]
  if (isInside(latitude, VIETNAM_LATITUDE) && isInside(longitude, VIETNAM_LONGITUDE)) return []
  return [found('outsideVietnam', LATITUDE_KEY, { latitude, longitude })]
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isInside(value: number, range: Range): boolean {
  return value >= range.min && value <= range.max
}
