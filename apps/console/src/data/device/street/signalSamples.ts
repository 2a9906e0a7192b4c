/** The lamps of one controller as they are shown, folded from one set of latest telemetry to the next. */
import { LAMP_KEYS } from '@greenwave/controller/keys'
import { ofPhase, type PerPhase, type PhaseNumber, perPhase } from '@greenwave/controller/controllerLimits'
import type { TimedValues } from '@greenwave/controller/timedValue'
import { type Confirmed, confirmed } from '@greenwave/observer/confirmed'
import type { Junction } from '@greenwave/observer/junction'
import { readingOfPhase } from '@greenwave/observer/phaseReading'
import { isFaulty } from '@greenwave/observer/street'
import { keepSame, keepSameMembers } from '../../sharing.ts'
import { countsAt, newestLampTime } from './lampTime.ts'
import { NO_READING, nextPhaseReading, type PhaseReading } from './phaseReading.ts'

/** The lamps of one controller at the newest sample. */
export interface SignalSamples {
  /** The platform's time of the newest countdown; null before the first. */
  readonly sampleAtMs: number | null
  /** When it arrived, by this computer's clock, epoch milliseconds. */
  readonly arrivedAtMs: number | null
  readonly phases: PerPhase<PhaseReading>
  /** Phases that have the road at the same time, once that is confirmed and as long as it is an incident. */
  readonly together: readonly PhaseNumber[]
  /** Whether the newest sample shows what no program does, confirmed or not. */
  readonly faulty: boolean
  /** The latest telemetry that is already folded in. */
  readonly source: TimedValues
  /** The phases before the newest sample: keys of one sample may arrive in separate frames. */
  readonly previous: PerPhase<PhaseReading> | null
}

export const NO_SAMPLES: SignalSamples = {
  sampleAtMs: null,
  arrivedAtMs: null,
  phases: perPhase(() => NO_READING),
  together: [],
  faulty: false,
  source: {},
  previous: null,
}

const NOTHING_CONFIRMED: Confirmed = { together: [], contradicting: [], dark: [], frozen: [] }

/**
 * Folds in the latest telemetry. Values that are not countdowns (a clock, a temperature) do not make a sample.
 *
 * @param junction the junction after the same telemetry
 */
export function foldSignals(
  before: SignalSamples,
  latest: TimedValues,
  arrivedAtMs: number,
  { street, trackers, styles }: Pick<Junction, 'street' | 'trackers' | 'styles'>,
): SignalSamples {
  if (before.source === latest) return before
  const changed = LAMP_KEYS.some((key) => before.source[key] !== latest[key])
  if (!changed) return { ...before, source: latest }
  const sampleAtMs = newestLampTime(latest)
  if (sampleAtMs === null) return { ...NO_SAMPLES, source: latest }
  const again = sampleAtMs === before.sampleAtMs
  const previous = (again && before.previous) || before.phases
  const seen = street ? confirmed(street) : NOTHING_CONFIRMED
  const facts = { ...seen, dark: [...seen.dark, ...(trackers.dark?.incident?.facts.phases ?? [])] }
  const counts = countsAt(latest, sampleAtMs)
  const countsBefore = street?.recent.at(-2)?.counts ?? null
  const phases = perPhase((phase) => {
    const shown = readingOfPhase(counts, phase, ofPhase(styles.display, phase), countsBefore)
    const isDark = shown.kind === 'notShown' && facts.dark.includes(phase)
    const reading = isDark ? { kind: 'dark' as const } : shown
    return nextPhaseReading(ofPhase(previous, phase), phase, counts, reading, facts)
  })
  const folded = {
    phases: perPhase((phase) => keepSame(ofPhase(before.phases, phase), ofPhase(phases, phase))),
    together: trackers.conflict?.incident?.facts.phases ?? facts.together,
  }
  return {
    sampleAtMs,
    arrivedAtMs: again ? before.arrivedAtMs : arrivedAtMs,
    ...keepSameMembers<typeof folded>(before, folded),
    faulty: (street !== null && isFaulty(street)) || phases.some(({ frozen }) => frozen),
    previous,
    source: latest,
  }
}
