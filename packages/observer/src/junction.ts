/** All that is remembered of one junction. */
import type { Cycle, OpenCycle } from './cycle.ts'
import type { Force, KnownSettings } from './force.ts'
import type { Incident, IncidentOf } from './incident.ts'
import type { Link, Notes } from './rule.ts'
import { SETTLED, type Settling } from './settling.ts'
import { type Standing, UNKNOWN_STANDING } from './standing.ts'
import type { ControlLearning } from './controlLearning.ts'
import type { Learning } from './learning.ts'
import { type Styles, UNKNOWN_STYLES } from './styles.ts'
import type { ModeShown, ObservedMode, Street } from './street.ts'
import { resumed, type Tracker, type Trackers } from './tracker.ts'

/** A junction as observed. Immutable: each input returns the next one. */
export interface Junction {
  /** Null before the first lamps. */
  readonly street: Street | null
  /** The hold or flash that was seen before the first lamps here, by whoever observed it then; null if there was none. */
  readonly heldBefore: ModeShown | null
  /** Null if the controller has no settings; undefined before the first attributes. */
  readonly known: KnownSettings | null | undefined
  /** Settings in force at the newest sample; null before. */
  readonly force: Force | null
  readonly settling: Settling
  /** Displays and control as known, with the memory for learning them; null before anything was learned. */
  readonly styles: Styles
  readonly learning: Learning | null
  readonly controlLearning: ControlLearning | null
  /** Settings in force before the latest attributes, until the next sample; otherwise null. */
  readonly changing: { readonly atMs: number; readonly force: Force | null; readonly settling: Settling } | null
  readonly cycle: OpenCycle | null
  readonly trackers: Trackers
  readonly link: Link
  readonly notes: Notes
  /** When the newest lamps arrived, and anything of the controller; null if never. Epoch milliseconds. */
  readonly lampsMs: number | null
  readonly heardMs: number | null
  /** Since when nothing was missed by the observer itself, epoch milliseconds. */
  readonly watchedMs: number
  /** Whether nothing can be heard of any junction: silence is a gap of the observer then. */
  readonly isDeaf: boolean
  /** Whether the observer missed samples since the newest one. */
  readonly missed: boolean
  /** When the lamps last flashed because a plan says so, epoch milliseconds; 0 if they never did. */
  readonly plannedFlashMs: number
  /** Settings that the controller could have taken and has not, and whether time alone may change their number. */
  readonly untaken: number
  readonly deliveryPending: boolean
  /** The first second of the last finished cycle, epoch milliseconds. */
  readonly cycleStartMs: number
  /** The last cycle of which every second was seen; null before. */
  readonly wholeCycle: Cycle | null
  readonly standing: Standing
  /**
   * The lamps before each of the newest samples, oldest first, as long as a message may still complete the newest one, or
   * be of a second before it that is missing. The first may be from before any sample.
   */
  readonly earlier: readonly LampsState[]
  /**
   * The lamps before the newest sample as they were when it came, where it is a part that moved the second of the one
   * before: once whole, it may not. Null otherwise.
   */
  readonly beforePart: LampsState | null
}

/** Parts of a junction that a sample changes. */
export type LampsState = Pick<
  Junction,
  | 'street'
  | 'force'
  | 'settling'
  | 'styles'
  | 'learning'
  | 'controlLearning'
  | 'cycle'
  | 'cycleStartMs'
  | 'wholeCycle'
  | 'trackers'
  | 'missed'
>

export function lampsStateOf(junction: Junction): LampsState {
  const { street, force, settling, cycle, cycleStartMs, wholeCycle, trackers, missed } = junction
  const { styles, learning, controlLearning } = junction
  return {
    ...{ street, force, settling, cycle, cycleStartMs, wholeCycle, trackers, missed },
    ...{ styles, learning, controlLearning },
  }
}

/**
 * Returns a junction of which nothing was observed yet.
 *
 * @param nowMs the platform's time, epoch milliseconds
 * @param open the incidents that are already open, such as those of the active alarms after a restart
 */
export function newJunction(nowMs: number, open: readonly IncidentOf[] = []): Junction {
  const hold = open.find(isHold)
  return {
    street: null,
    heldBefore: hold ? heldSince(hold.facts.mode, hold.sinceMs) : null,
    known: undefined,
    force: null,
    settling: SETTLED,
    styles: UNKNOWN_STYLES,
    learning: null,
    controlLearning: null,
    changing: null,
    cycle: null,
    trackers: Object.fromEntries(open.map((incident): [string, Tracker] => [incident.code, resumed(incident)])),
    link: { connected: null, sinceMs: null },
    notes: { holdUntilMs: null, mute: null },
    lampsMs: null,
    heardMs: null,
    watchedMs: nowMs,
    isDeaf: false,
    missed: true,
    plannedFlashMs: 0,
    untaken: 0,
    deliveryPending: false,
    cycleStartMs: 0,
    wholeCycle: null,
    standing: UNKNOWN_STANDING,
    beforePart: null,
    earlier: [],
  }
}

const HELD_MODES: readonly ObservedMode[] = [0, 1, 2]

function heldSince(value: number, sinceMs: number): ModeShown | null {
  const mode = HELD_MODES.find((one) => one === value)
  return mode === undefined ? null : { mode, sinceMs }
}

function isHold(incident: IncidentOf): incident is IncidentOf<'hold'> {
  return incident.code === 'hold'
}

/** Returns a junction before its first lamps with the hold or flash that a standing of before tells of, if it does. */
export function heldAsStood(junction: Junction, { state, mode, sinceMs }: Standing): Junction {
  return state === 'hold' && !junction.heldBefore ? { ...junction, heldBefore: heldSince(mode, sinceMs) } : junction
}

/**
 * Returns whether a junction can be evaluated. One that was never connected, or has no settings, has no
 * incidents.
 */
export function isKnown({ known, link, heardMs }: Junction): boolean {
  return known != null && (heardMs !== null || link.sinceMs !== null || link.connected === true)
}

const NONE: readonly Incident[] = []

/** Returns the open incidents, in no order. */
export function openIncidents({ trackers }: Pick<Junction, 'trackers'>): readonly Incident[] {
  let open = NONE
  for (const code in trackers) {
    const incident = trackers[code as keyof Trackers]?.incident
    if (incident) open = open.concat(incident)
  }
  return open
}
