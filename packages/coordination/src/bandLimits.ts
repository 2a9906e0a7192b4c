import { widestCommonArc } from './arc.ts'
import { type Bands, smallestGreen, windowsOf } from './bands.ts'
import { type Corridor, DIRECTIONS, type Direction, type Timing } from './corridor.ts'
import { passingTimesMs } from './travel.ts'

/** Limit of a direction's band: facts without text. Junctions are indices, seconds may be fractions. */
export type BandLimit = { readonly direction: Direction } & (
  | {
      /** The band is as wide as the smallest green: no timing can widen it. */
      readonly code: 'smallestGreen'
      readonly junction: number
      readonly green: number
    }
  | {
      /** A junction narrows or breaks the band; without that junction there would be `without` seconds. */
      readonly code: 'narrowedBy'
      readonly junction: number
      readonly band: number
      readonly without: number
    }
  | {
      /** No single junction is to blame: without any one of them the band would be as it is. */
      readonly code: 'narrowedByMany'
      readonly band: number
    }
)

/** Finds the limits of the band of each served direction. Costs n³ steps for n junctions. */
export function bandLimits(
  corridor: Corridor,
  { cycle, timings, bands }: { readonly cycle: number; readonly timings: readonly Timing[]; readonly bands: Bands },
): readonly BandLimit[] {
  const passing = passingTimesMs(corridor)
  return DIRECTIONS.flatMap((direction): readonly BandLimit[] => {
    const served = bands.byDirection[direction]
    if (!served) return []
    const band = (served.arc?.widthMs ?? 0) / 1000
    const { junction: smallest, seconds } = smallestGreen(corridor, direction)
    if (band >= seconds) return [{ direction, code: 'smallestGreen', junction: smallest, green: seconds }]
    const windows = windowsOf(corridor, cycle, { direction, timings, passing: passing[direction] })
    const widths = windows.map((window, index) => {
      const others = windows.filter((other, place) => place !== index && other !== null)
      return window
        ? (widestCommonArc(
            others.filter((other) => other !== null),
            cycle * 1000,
          )?.widthMs ?? 0) / 1000
        : band
    })
    const without = Math.max(...widths)
    if (without <= band) return [{ direction, code: 'narrowedByMany', band }]
    return [{ direction, code: 'narrowedBy', junction: widths.indexOf(without), band, without }]
  })
}
