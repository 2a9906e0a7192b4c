import type { Bands } from '../bands.ts'
import { byDirection, type ByDirection } from '../corridor.ts'

/** Returns the width of each direction's band, seconds; 0 where there is none. */
export function bandSeconds(bands: Bands): ByDirection<number> {
  return byDirection((direction) => (bands.byDirection[direction]?.arc?.widthMs ?? 0) / 1000)
}
