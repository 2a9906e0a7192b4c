/** The mode of a second by its lamps alone, where no event tells it: a watcher writes the mode only when it changes. */
import { see } from '../reading.ts'
import { modeOf, type ObservedMode } from '../street.ts'
import { QUARTER_SECONDS, type Quarter, secondOf } from './quarter.ts'

/**
 * Returns the mode that the samples of a second show; undefined if they show none, or if the second was rebuilt. A hold
 * or a flash must be shown by the second before or after it, too: the last second of a green may look like a hold.
 */
export function modeShownAt(quarter: Quarter | undefined, atMs: number): ObservedMode | undefined {
  if (!quarter) return undefined
  const index = Math.floor((atMs - quarter.startMs) / 1000)
  const own = sampleAt(quarter, index)
  if (own === 4 || own === null) return own ?? undefined
  const beside = [sampleAt(quarter, index - 1), sampleAt(quarter, index + 1)]
  return beside.includes(own) ? own : undefined
}

function sampleAt(quarter: Quarter, index: number): ObservedMode | null {
  if (index < 0 || index >= QUARTER_SECONDS) return null
  const { counts } = secondOf(quarter, quarter.startMs + index * 1000)
  return counts && modeOf(see(counts).reading)
}
