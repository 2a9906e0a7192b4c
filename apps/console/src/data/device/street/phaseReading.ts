/** Display of one phase at the newest sample. The observer confirms its faults. */
import type { LampColour } from '@greenwave/controller/lamps'
import type { PhaseNumber } from '@greenwave/controller/limits'
import { type LampReadings, lampReading } from '@greenwave/controller/telemetry'
import type { TimedValue } from '@greenwave/controller/timedValue'
import type { Confirmed } from '@greenwave/observer/confirmed'
import { STALE_AFTER_MS } from '@greenwave/observer/timing'

/** The one condition that is shown for a phase. */
type PhaseCondition = LampColour | 'dark' | 'conflicting' | 'noData'

/** The shown state of a phase. */
export interface PhaseReading {
  readonly lamps: LampReadings
  readonly condition: PhaseCondition
  /** Whether the count of the lit lamp does not change although samples arrive. */
  readonly frozen: boolean
}

export const NO_READING: PhaseReading = {
  lamps: { red: undefined, yellow: undefined, green: undefined },
  condition: 'noData',
  frozen: false,
}

/**
 * Returns the count of one lamp at a sample. Undefined when its key is missing, not a count, or too old for the sample.
 */
export function countAt(sample: TimedValue | undefined, sampleAtMs: number): number | undefined {
  if (!sample || sampleAtMs - sample.ts > STALE_AFTER_MS) return undefined
  return lampReading(sample.value)
}

/** Reads the display of a phase. A fault that only the newest sample shows changes nothing yet. */
export function nextPhaseReading(
  before: PhaseReading,
  phase: PhaseNumber,
  lamps: LampReadings,
  { contradicting, dark, frozen }: Confirmed,
): PhaseReading {
  const raw = rawCondition(lamps)
  const isFault = raw === 'conflicting' || raw === 'dark'
  const isConfirmed = (raw === 'dark' ? dark : contradicting).includes(phase)
  return {
    lamps,
    condition: isFault && !isConfirmed ? before.condition : raw,
    frozen: frozen.includes(phase),
  }
}

function rawCondition(lamps: LampReadings): PhaseCondition {
  const colours: readonly LampColour[] = ['red', 'yellow', 'green']
  const [lit, ...others] = colours.filter((colour) => (lamps[colour] ?? 0) > 0)
  if (lit) return others.length > 0 ? 'conflicting' : lit
  const complete = lamps.red !== undefined && lamps.yellow !== undefined && lamps.green !== undefined
  return complete ? 'dark' : 'noData'
}
