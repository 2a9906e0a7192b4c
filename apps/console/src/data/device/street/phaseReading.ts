/** Display of one phase at the newest sample. The observer confirms its faults. */

import type { LampColour } from '@greenwave/controller/lamps'
import type { PhaseNumber } from '@greenwave/controller/controllerLimits'
import type { LampReadings } from '@greenwave/controller/telemetry'
import type { Confirmed } from '@greenwave/observer/confirmed'
import type { PhaseReading as PhaseShown } from '@greenwave/observer/phaseReading'
import { type Counts, countIn, MISSING } from '@greenwave/observer/counts'

/** The one condition that is shown for a phase. */
type PhaseCondition = LampColour | 'dark' | 'conflicting' | 'notShown' | 'noData'

/** The shown state of a phase. */
export interface PhaseReading {
  readonly lamps: LampReadings
  readonly condition: PhaseCondition
  /** Whether the count of the lit lamp is the seconds that are left; false where its display does not count now. */
  readonly isCounting: boolean
  /** Whether the count of the lit lamp does not change although samples arrive. */
  readonly frozen: boolean
}

export const NO_READING: PhaseReading = {
  lamps: { red: undefined, yellow: undefined, green: undefined },
  condition: 'noData',
  isCounting: false,
  frozen: false,
}

/** Reads the display of a phase. A fault that only the newest sample shows changes nothing yet. */
export function nextPhaseReading(
  before: PhaseReading,
  phase: PhaseNumber,
  counts: Counts,
  reading: PhaseShown,
  { contradicting, dark, frozen }: Confirmed,
): PhaseReading {
  const raw = conditionOf(reading)
  const isFault = raw === 'conflicting' || raw === 'dark'
  const isConfirmed = (raw === 'dark' ? dark : contradicting).includes(phase)
  return {
    lamps: lampsOf(counts, phase),
    condition: isFault && !isConfirmed ? before.condition : raw,
    isCounting: reading.kind === 'lit' && reading.seconds !== null,
    frozen: frozen.includes(phase),
  }
}

function lampsOf(counts: Counts, phase: PhaseNumber): LampReadings {
  const of = (colour: LampColour) => {
    const count = countIn(counts, phase, colour)
    return count === MISSING ? undefined : count
  }
  return { red: of('red'), yellow: of('yellow'), green: of('green') }
}

function conditionOf(reading: PhaseShown): PhaseCondition {
  switch (reading.kind) {
    case 'lit':
      return reading.lamp
    case 'contradicting':
      return 'conflicting'
    default:
      return reading.kind
  }
}
